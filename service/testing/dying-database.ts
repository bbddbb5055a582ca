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
}

/** Never settles. */
const never = new Promise<never>(() => {});

/** The same store for a second service, which dies where it is told. Closing it closes nothing. */
export function createDyingDatabase(store: Database): DyingDatabase {
  // Every store of this service stands on a pool.
  const { pool } = store as Database & { pool: Pool };
  let stepsLeft = Number.POSITIVE_INFINITY;
  let moment: DeathMoment = "before";
  let isDead = false;
  let tellDeath: (died: "died") => void = () => {};

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
    isDead = true;
    if (moment === "after") await work();
    await end[moment]?.();
    tellDeath("died");
    return never;
  }

  async function connect(): Promise<unknown> {
    if (isDead) return never;
    const client = await pool.connect();
    const release = () => client.release();
    const rollBack = async () => {
      await client.query("rollback");
      release();
    };
    return {
      release,
      async query(sql: string, parameters: unknown[]) {
        if (sql === "commit") {
          return step(() => client.query(sql), { before: rollBack, after: release });
        }
        if (!isDead) return client.query(sql, parameters);
        await rollBack();
        return never;
      },
    };
  }

  return {
    database: {
      ...store,
      kysely: new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }),
      }),
      run: (statement, parameters) => step(() => store.run(statement, parameters)),
      commit: (statement, parameters) => step(() => store.commit(statement, parameters)),
      close: async () => {},
    },
    dieAt(at, when) {
      [stepsLeft, moment, isDead] = [at, when, false];
      return new Promise((resolve) => {
        tellDeath = resolve;
      });
    },
  };
}
