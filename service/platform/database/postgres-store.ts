import type { Pool } from "pg";
import type { Log } from "../log.ts";
import type { Database } from "./database.ts";
import { createPoolDatabase } from "./pool-database.ts";

/**
 * PostgreSQL 15 or later at `url`. Statements that wait for a lock or run longer than a request may
 * are cut off, so that one stuck row can't hold every connection; and so are connections that say nothing
 * for longer than that.
 */
export function openPostgres(
  url: string,
  poolSize: number,
  log: Log,
  { silentMs = 25_000 } = {},
): Database & { pool: Pool } {
  return createPoolDatabase({
    kind: "postgres",
    silentMs,
    pool: {
      connectionString: url,
      max: poolSize,
      application_name: "tessera",
      // Compiling a plan costs more than running any statement of ours (claims took 180 ms of it).
      // Every look-up of ours has an index. A plan that was made while a table was small must not keep
      // reading all of it when it is not (plans are kept as long as the connection).
      options: "-c jit=off -c enable_seqscan=off",
      statement_timeout: 20_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 20_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    },
    onIdleError: (error) => log.warn("an idle database connection broke", { error }),
    onLostWork: (error) => log.error("work after a database outage failed", { error }),
  });
}
