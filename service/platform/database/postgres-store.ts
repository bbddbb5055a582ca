import { Client, type ClientConfig, type Pool } from "pg";
import type { Log } from "../log.ts";
import type { Database } from "./database.ts";
import { findPooler } from "./find-pooler.ts";
import { createPoolDatabase } from "./pool-database.ts";

/**
 * What every connection begins with. Statements that wait for a lock or run longer than a request may are
 * cut off, so that one stuck row can't hold every connection.
 */
const settings: ClientConfig = {
  // Compiling a plan costs more than running any statement of ours (claims took 180 ms of it).
  // Every look-up of ours has an index. A plan that was made while a table was small must not keep
  // reading all of it when it is not (plans are kept as long as the connection).
  options: "-c jit=off -c enable_seqscan=off",
  statement_timeout: 20_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
};

/** The same, for a role that connects through a pooler. */
const settingsOfRole =
  "alter role … set statement_timeout = '20s'; alter role … set lock_timeout = '10s'; " +
  "alter role … set idle_in_transaction_session_timeout = '20s'; alter role … set jit = off";

interface PostgresOptions {
  /** Connections that were asked and say nothing for so long are cut off. */
  silentMs?: number;
  /** A pooler gives each transaction another connection: nothing is prepared under a name. */
  isShared?: boolean;
  /** The pooler takes no settings; the role must have them. */
  refusesSettings?: boolean;
}

/**
 * Opens PostgreSQL 15 or later at `url`, which may be a pooler's address (PgBouncer in session or
 * transaction mode). That is found out first, because named statements and session settings work only on
 * connections of one's own. Throws when it can't be reached.
 */
export async function connectPostgres(
  url: string,
  poolSize: number,
  log: Log,
): Promise<Database & { pool: Pool }> {
  const plain = { connectionString: url, connectionTimeoutMillis: 10_000 };
  const pooler = await findPooler(plain, settings);
  if (pooler.isShared) {
    log.info("a pooler shares the database connections: statements are not prepared by name");
  }
  if ((pooler.isShared || pooler.refusesSettings) && !(await hasTimeLimit(plain))) {
    log.warn(
      `DATABASE_URL leads through a pooler that drops the time limits of statements; set them on the role: ${settingsOfRole}`,
    );
  }
  return openPostgres(url, poolSize, log, pooler);
}

async function hasTimeLimit(plain: ClientConfig): Promise<boolean> {
  const client = new Client(plain);
  try {
    await client.connect();
    const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout");
    return rows[0]?.statement_timeout !== "0";
  } finally {
    await client.end();
  }
}

/** The same where it is known what is at `url`; connects when it is first asked. */
export function openPostgres(
  url: string,
  poolSize: number,
  log: Log,
  { silentMs = 25_000, isShared = false, refusesSettings = false }: PostgresOptions = {},
): Database & { pool: Pool } {
  return createPoolDatabase({
    kind: "postgres",
    silentMs,
    isShared,
    pool: {
      connectionString: url,
      max: poolSize,
      application_name: "tessera",
      ...(!isShared && !refusesSettings && settings),
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    },
    onIdleError: (error) => log.warn("an idle database connection broke", { error }),
    onLostWork: (error) => log.error("work after a database outage failed", { error }),
  });
}
