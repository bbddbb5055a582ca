import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Database } from "../platform/database/database.ts";
import type { Tables } from "../platform/database/tables.ts";

/** Whether the process dies before or after a statement or commit takes effect. */
export type DeathMoment = "before" | "after";

export interface DyingDatabase {
  database: Database;
  /**
   * Runs `act` in a new process that dies at the `step`-th statement or commit: from then on nothing gets a response,
   * and uncommitted changes are rolled back. Returns what `act` returns, or "died" once the last step has taken effect,
   * even if a failed read of a dead process let `act` end sooner.
   */
  dieAt<Result>(
    step: number,
    moment: DeathMoment,
    act: () => Promise<Result>,
  ): Promise<Result | "died">;
  /**
   * The `step`-th statement or commit throws, having taken effect (`after`) or not (`before`). The process continues.
   */
  breakAt(step: number, moment: DeathMoment): void;
  /** Starts a new process that does not die. */
  startProcess(): void;
  /** Ends the process for good. Pending requests fail, so that the service can close. */
  endProcess(): void;
}

/** A second service's view of the store. Can die at writing statements and commits. Closing it does nothing. */
export function createDyingDatabase(store: Database): DyingDatabase {
  const { pool } = store as Database & { pool: Pool };
  let stepsLeft = Number.POSITIVE_INFINITY;
  let moment: DeathMoment = "before";
  let isDead = false;
  let onlyBreaks = false;
  let reportDeath: (died: "died") => void = () => {};
  let endProcess: () => void = () => {};
  const never = new Promise<never>((_, reject) => {
    endProcess = () => {
      isDead = true;
      reject(new Error("the process is dead"));
    };
  });
  never.catch(() => {});

  /** `work` takes effect only if the process dies after it. */
  async function step<Result>(
    work: () => Promise<Result>,
    end: { readonly before?: () => unknown; readonly after?: () => unknown } = {},
  ): Promise<Result> {
    if (isDead) {
      await end.before?.();
      return never;
    }
    stepsLeft -= 1;
    if (stepsLeft > 0) return work();
    if (onlyBreaks) stepsLeft = Number.POSITIVE_INFINITY;
    else isDead = true;
    if (moment === "after") await work();
    await end[moment]?.();
    if (onlyBreaks) throw new Error("the connection broke");
    reportDeath("died");
    return never;
  }

  async function connect(): Promise<unknown> {
    if (isDead) return never;
    const client = await pool.connect();
    let isInTransaction = false;
    let isReleased = false;
    const release = () => {
      if (!isReleased) client.release();
      isReleased = true;
    };
    const rollBack = async () => {
      if (!isReleased) await client.query("rollback");
      release();
    };
    return {
      release,
      async query(sql: string, parameters: unknown[]) {
        if (isReleased) return { rows: [], rowCount: 0 };
        if (sql === "commit") {
          return step(() => client.query(sql), { before: rollBack, after: release });
        }
        if (isDead) {
          await (isInTransaction ? rollBack() : release());
          return never;
        }
        if (/^(begin|start transaction)\b/.test(sql)) isInTransaction = true;
        // Outside a transaction, a statement is a commit.
        const isStep = !isInTransaction && !/^select\b/.test(sql);
        const work = () => client.query(sql, parameters);
        return isStep ? step(work, { before: release, after: release }) : work();
      },
    };
  }

  return {
    database: {
      ...store,
      // A second process shares the store.
      kind: "postgres",
      kysely: new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }),
      }),
      async run(statement, parameters) {
        if (!/^select\b/.test(statement.text)) return step(() => store.run(statement, parameters));
        // A read is not a step, as with Kysely. It fails, so that the next process does not wait for it in shared
        // memory (the keyring's refresh).
        if (isDead) throw new Error("the process is dead");
        return store.run(statement, parameters);
      },
      commit: (statement, parameters) => step(() => store.commit(statement, parameters)),
      close: async () => {},
    },
    dieAt(at, when, act) {
      [stepsLeft, moment, isDead, onlyBreaks] = [at, when, false, false];
      const death = new Promise<"died">((resolve) => {
        reportDeath = resolve;
      });
      return Promise.race([death, act().finally(() => (isDead ? death : undefined))]);
    },
    breakAt(at, when) {
      [stepsLeft, moment, isDead, onlyBreaks] = [at, when, false, true];
    },
    startProcess() {
      [stepsLeft, isDead] = [Number.POSITIVE_INFINITY, false];
    },
    endProcess: () => endProcess(),
  };
}
