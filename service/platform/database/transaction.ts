import type { Transaction } from "kysely";
import type { Database } from "./database.ts";
import { enterTransaction } from "./pool-database.ts";
import type { Tables } from "./tables.ts";

/** The handle for all statements in a transaction. Never use `database` itself there. */
export type Tx = Transaction<Tables>;

/** PostgreSQL's `serialization_failure` and `deadlock_detected`: nothing was done. */
const retriable: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
const maxTries = 3;

/**
 * Runs `change` in one transaction, which commits when it resolves and rolls back when it throws. After a deadlock
 * `change` runs again, at most three times in total. So it must do nothing but database work: no outside calls.
 */
export async function inTransaction<Result>(
  database: Database,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.kysely
        .transaction()
        .execute((tx) => enterTransaction(() => change(tx)));
    } catch (error) {
      if (tries === maxTries || !retriable.has((error as { code?: unknown } | null)?.code)) {
        throw error;
      }
    }
  }
}
