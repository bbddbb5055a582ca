import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Database } from "../platform/database/database.ts";
import type { Tables } from "../platform/database/tables.ts";

/** Just before what a process does to its store takes effect, or just after. */
export type DeathMoment = "before" | "after";

/** A store as a process sees it that dies while it works with it. */
export interface DyingDatabase {
  database: Database;
  /**
   * Lives again, as a new process, and dies at the `step`-th statement or commit from now. From then on
   * nothing that it asked for is ever answered, and what it had not committed is rolled back.
   */
  dieAt(step: number, moment: DeathMoment): Promise<"died">;
  /**
   * The connection breaks at the `step`-th statement or commit from now: it throws, although it took
   * effect (`after`) or not (`before`). The process lives on.
   */
  breakAt(step: number, moment: DeathMoment): void;
  /** Lives again, and stays alive. */
  live(): void;
  /** Dead for good. What still waits for an answer breaks off, so that the service can be closed. */
  bury(): void;
}

/**
 * The same store for a second service, which dies where it is told, at statements that write and at commits.
 * Closing it closes nothing.
 */
export function createDyingDatabase(store: Database): DyingDatabase {
  // Every store of this service stands on a pool.
  const { pool } = store as Database & { pool: Pool };
  let stepsLeft = Number.POSITIVE_INFINITY;
  let moment: DeathMoment = "before";
  let isDead = false;
  let onlyBreaks = false;
  let tellDeath: (died: "died") => void = () => {};
  let bury: () => void = () => {};
  const never = new Promise<never>((_, reject) => {
    bury = () => {
      isDead = true;
      reject(new Error("the process is dead"));
    };
  });
  never.catch(() => {});

  /** One step of the process's life. `work` takes effect before its death only if it dies after it. */
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
    tellDeath("died");
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
        // By itself a statement takes effect as a commit does.
        const isStep = !isInTransaction && !/^select\b/.test(sql);
        const work = () => client.query(sql, parameters);
        return isStep ? step(work, { before: release, after: release }) : work();
      },
    };
  }

  return {
    database: {
      ...store,
      // As the second process it is not alone.
      kind: "postgres",
      kysely: new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }),
      }),
      async run(statement, parameters) {
        if (!/^select\b/.test(statement.text)) return step(() => store.run(statement, parameters));
        // As with Kysely, reading is no step. A dead process's reading fails, so that what it shares in
        // memory (the keyring's refresh) does not wait for it in the next life.
        if (isDead) throw new Error("the process is dead");
        return store.run(statement, parameters);
      },
      commit: (statement, parameters) => step(() => store.commit(statement, parameters)),
      close: async () => {},
    },
    dieAt(at, when) {
      [stepsLeft, moment, isDead, onlyBreaks] = [at, when, false, false];
      return new Promise((resolve) => {
        tellDeath = resolve;
      });
    },
    breakAt(at, when) {
      [stepsLeft, moment, isDead, onlyBreaks] = [at, when, false, true];
    },
    live() {
      [stepsLeft, isDead] = [Number.POSITIVE_INFINITY, false];
    },
    bury: () => bury(),
  };
}
