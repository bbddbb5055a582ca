import { Client, type ClientConfig, type Pool } from "pg";
import type { Log } from "../log.ts";
import type { Database } from "./database.ts";
import { findPooler } from "./find-pooler.ts";
import { createPoolDatabase } from "./pool-database.ts";

/**
 * Settings of every connection. PostgreSQL stops statements that wait for a lock or run longer than a request may, so
 * that one locked row cannot block every connection.
 */
const settings: ClientConfig = {
  // JIT: compiling a plan costs more than running any of our statements (180 ms for a claim). Sequential scans: all
  // look-ups have an index, and a connection keeps a plan that it made while the table was small.
  options: "-c jit=off -c enable_seqscan=off",
  statement_timeout: 20_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
};

/** The settings that a role needs if it connects through a pooler. */
const settingsOfRole =
  "alter role … set statement_timeout = '20s'; alter role … set lock_timeout = '10s'; " +
  "alter role … set idle_in_transaction_session_timeout = '20s'; alter role … set jit = off";

interface PostgresOptions {
  /** A connection that sends nothing for this long after a query is closed. */
  silentMs?: number;
  /** Through a pooler; nothing is prepared by name then. */
  isShared?: boolean;
  /** The role must have the settings then. */
  refusesSettings?: boolean;
}

/**
 * Opens PostgreSQL 15 or later at `url`, which may be a pooler (PgBouncer in session or transaction mode). Looks for a
 * pooler first: named statements and session settings need connections of our own. Throws if it cannot connect.
 */
export async function connectPostgres(
  url: string,
  poolSize: number,
  log: Log,
): Promise<Database & { pool: Pool }> {
  const plain = { connectionString: url, connectionTimeoutMillis: 10_000 };
  const pooler = await findPooler(plain, settings);
  if (pooler.isShared) {
    log.info("a pooler shares the database connections, so statements are not prepared by name");
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

/** Opens PostgreSQL behind a known pooler, or none. Connects at the first query. */
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
