import type { Transaction } from "kysely";
import type { Database } from "./database.ts";
import { enterTransaction } from "./pool-database.ts";
import type { Tables } from "./tables.ts";

/** The handle for everything inside one transaction; never use `database` itself in there. */
export type Tx = Transaction<Tables>;

/** PostgreSQL's `serialization_failure` and `deadlock_detected`: nothing was done, try again. */
const retriable: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
const mostTries = 3;

/**
 * Runs `change` in one transaction: all of it is committed when it resolves, none when it throws.
 * It may run again (at most three times) when PostgreSQL breaks a deadlock, so it does nothing but
 * database work: outside calls never happen inside a transaction.
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
      if (tries === mostTries || !retriable.has((error as { code?: unknown } | null)?.code)) {
        throw error;
      }
    }
  }
}
