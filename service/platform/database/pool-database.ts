import { AsyncLocalStorage } from "node:async_hooks";
import type { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import { type ClientBase, Pool, type PoolClient, type PoolConfig, types } from "pg";
import type { Database, StatementResult, StoreMaintenance } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import type { Tables } from "./tables.ts";

const int8 = 20;

/** `bigint` as a number: minor units and counters stay far below 2^53. */
const typeParsers: NonNullable<PoolConfig["types"]> = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === int8 ? Number : types.getTypeParser(oid, format as "text")) as never,
};

interface PoolDatabaseOptions {
  kind: Database["kind"];
  pool: PoolConfig;
  maintenance?: (pool: Pool) => StoreMaintenance;
  /** Called after the connections have ended. */
  afterClose?: () => Promise<void>;
  /** What happens to idle connections that break; `pg` would end the process otherwise. */
  onIdleError?: (error: Error) => void;
  /**
   * A connection that is asked and says nothing for so long is cut off: a network that swallows everything
   * would hold it for a quarter of an hour. Longer than the store lets statements run.
   */
  silentMs?: number | undefined;
}

/** Set while a transaction's function runs, see {@link enterTransaction}. */
const insideTransaction = new AsyncLocalStorage<true>();
let guarded = false;

/**
 * Turns on the check that no statement runs on the pool from inside a transaction: on the embedded
 * store, which has one connection, that would wait for itself for ever. Tests turn it on; it is off
 * in production because async context costs time on every promise, and there a pool that gives no
 * connection for ten seconds is an error anyway.
 */
export function guardAgainstNestedUse(): void {
  guarded = true;
}

/** Marks everything that `run` awaits as inside a transaction. Used by transaction.ts. */
export function enterTransaction<Result>(run: () => Promise<Result>): Promise<Result> {
  return guarded ? insideTransaction.run(true, run) : run();
}

function requireOutside(): void {
  if (guarded && insideTransaction.getStore()) {
    throw new Error("a statement was run on the pool from inside a transaction");
  }
}

/** Connections of PostgreSQL that take whole groups of statements. */
const lanes = 2;

/** `pg` keeps it to itself; the types don't name it. */
const socketOf = (client: ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Idle connections may be silent. */
function cutOffSilent(pool: Pool): void {
  pool.on("connect", (client) => {
    const socket = socketOf(client);
    socket.on("timeout", () => socket.destroy(new Error("the database says nothing any more")));
  });
  pool.on("release", (_error, client) => void socketOf(client).setTimeout(0));
}

/** A {@link Database} over a `pg` pool, whichever store is behind it. */
export function createPoolDatabase(options: PoolDatabaseOptions): Database & { pool: Pool } {
  const openPool = (config: PoolConfig): Pool => {
    const opened = new Pool({
      types: typeParsers,
      connectionTimeoutMillis: 10_000,
      ...options.pool,
      ...config,
    });
    opened.on("error", (error) => options.onIdleError?.(error));
    // One that breaks in the middle of its work tells those who wait for its answers, and the pool takes it
    // out. Besides, it emits an event, and would end the process if nobody listened.
    opened.on("connect", (client) => client.on("error", () => {}));
    if (options.silentMs !== undefined) cutOffSilent(opened);
    return opened;
  };
  const pool = openPool({});

  const connectTo = async (to: Pool): Promise<PoolClient> => {
    requireOutside();
    const client = await to.connect();
    if (options.silentMs !== undefined) socketOf(client).setTimeout(options.silentMs);
    return client;
  };
  const connect = () => connectTo(pool);
  // Kysely sees only connect and end; going through the guard covers its queries too.
  const guardedPool = { connect: async () => connect(), end: () => pool.end() };

  // So that no group waits for a connection, nor anything else for one that runs a group.
  const commitPool = options.kind === "postgres" ? openPool({ max: lanes }) : pool;
  const commits = createGroupCommit({
    connect: () => connectTo(commitPool),
    lanes: options.kind === "postgres" ? lanes : 1,
    takesGroups: options.kind === "postgres",
  });

  let closing: Promise<void> | undefined;
  const maintenance = options.maintenance?.(pool);
  return {
    kind: options.kind,
    pool,
    maintenance,
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool as never }) }),
    async run<Row>(
      statement: { name: string; text: string },
      parameters: readonly unknown[],
    ): Promise<StatementResult<Row>> {
      const client = await connect();
      try {
        const result = await client.query({
          name: statement.name,
          text: statement.text,
          values: parameters as unknown[],
        });
        return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
      } finally {
        client.release();
      }
    },
    commit: (statement, parameters) => commits.run(statement, parameters),
    async ping() {
      const client = await connect();
      try {
        await client.query("select 1");
      } finally {
        client.release();
      }
    },
    close() {
      closing ??= (
        commitPool === pool ? pool.end() : Promise.all([pool.end(), commitPool.end()])
      ).then(() => options.afterClose?.());
      return closing;
    },
  };
}
