import { AsyncLocalStorage } from "node:async_hooks";
import { Kysely, PostgresDialect } from "kysely";
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, types } from "pg";
import type { Database, Statement, StatementResult, StoreMaintenance } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import { createOutage } from "./outage.ts";
import { createSilenceWatch } from "./silent-connections.ts";
import { createStoreClient, type Lost, storeError } from "./store-client.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
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
  /** Work that was to be done after an outage and failed for another reason. */
  onLostWork?: (error: unknown) => void;
  /**
   * A connection that is asked and says nothing for so long is cut off: a network that swallows everything
   * would hold it for a quarter of an hour. Longer than the store lets statements run.
   */
  silentMs?: number | undefined;
  /** A pooler gives each transaction another connection, so that names of statements mean nothing. */
  isShared?: boolean;
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

/** PostgreSQL's `feature_not_supported`: a prepared statement's columns changed under it. Nothing was done. */
function isStalePlan(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "0A000" && String(message).startsWith("cached plan must not change result type");
}

/** A standby and a database that was set read-only answer, but can't take a payment. */
const askWhetherReadOnly =
  "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only";

/** @throws unless the server takes writes */
async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ read_only: boolean }>(askWhetherReadOnly);
  if (rows[0]?.read_only) throw new StoreUnavailable(new Error("the database is read-only"));
}

/** A {@link Database} over a `pg` pool, whichever store is behind it. */
export function createPoolDatabase(options: PoolDatabaseOptions): Database & { pool: Pool } {
  /** Connections that were opened before the last {@link retire} are closed instead of used. */
  const tooOld = -1;
  let age = 0;
  const ages = new WeakMap<ClientBase, number>();
  const retire = () => {
    age += 1;
  };
  const isRemote = options.kind === "postgres";
  const isShared = options.isShared ?? false;
  const openPool = (config: PoolConfig): Pool => {
    const opened = new Pool({
      types: typeParsers,
      connectionTimeoutMillis: 10_000,
      ...(isRemote && { Client: createStoreClient(lost), onConnect: begin }),
      ...options.pool,
      ...config,
    });
    opened.on("error", (error) => {
      outage.note();
      options.onIdleError?.(error);
    });
    // One that breaks in the middle of its work tells those who wait for its answers, and the pool takes it
    // out. Besides, it emits an event, and would end the process if nobody listened.
    opened.on("connect", (client) => client.on("error", () => {}));
    opened.on("release", (_error, client) => silence?.rest(client));
    return opened;
  };
  const lost: Lost = ({ isReadOnly, client }) => {
    if (isReadOnly) retire();
    // PostgreSQL's last word may come before the end of the connection is noticed.
    if (client) ages.set(client, tooOld);
    outage.note();
  };
  /** Each new connection: a server that takes no writes is as good as away. */
  const begin = async (client: ClientBase): Promise<void> => {
    ages.set(client, age);
    silence?.watch(client);
    await requireWritable(client);
  };
  const outage = createOutage({
    ask: () => askOnce({ ...options.pool, connectionTimeoutMillis: 2_000 }),
    onBack: () => silence?.cutSuspects(),
    onLost: (error) => options.onLostWork?.(error),
  });
  const silence =
    options.silentMs === undefined
      ? undefined
      : createSilenceWatch({ silentMs: options.silentMs, onSuspect: () => outage.note() });
  const pool = openPool({});

  const take = async (from: Pool): Promise<PoolClient> => {
    for (;;) {
      const client = await from.connect();
      if ((ages.get(client) ?? age) === age) return client;
      client.release(true);
    }
  };
  const connectTo = async (to: Pool): Promise<PoolClient> => {
    requireOutside();
    let client: PoolClient;
    try {
      client = await take(to);
    } catch (error) {
      if (isRemote) outage.note();
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable(error);
    }
    silence?.watch(client);
    return client;
  };
  /** After a migration beside this process, statements are prepared again, on new connections. */
  const withFreshPlans = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run();
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      retire();
      return run();
    }
  };
  const connect = () => connectTo(pool);
  // Kysely sees only connect and end; going through the guard covers its queries too.
  const guardedPool = { connect: async () => connect(), end: () => pool.end() };

  // So that no group waits for a connection, nor anything else for one that runs a group.
  const commitPool = isRemote ? openPool({ max: lanes }) : pool;
  const commits = createGroupCommit({
    connect: () => connectTo(commitPool),
    lanes: isRemote ? lanes : 1,
    takesGroups: isRemote && !isShared,
    isNamed: !isShared,
  });

  let closing: Promise<void> | undefined;
  const maintenance = options.maintenance?.(pool);
  return {
    kind: options.kind,
    pool,
    maintenance,
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool as never }) }),
    run<Row>(statement: Statement, parameters: readonly unknown[]): Promise<StatementResult<Row>> {
      return withFreshPlans(async () => {
        const client = await connect();
        try {
          const result = await client.query({
            ...(!isShared && { name: statement.name }),
            text: statement.text,
            values: parameters as unknown[],
          });
          return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
        } finally {
          client.release();
        }
      });
    },
    commit<Row>(statement: Statement, parameters: readonly unknown[]) {
      const committed = withFreshPlans(() => commits.run<Row>(statement, parameters));
      return isRemote
        ? committed.catch((error: unknown) => {
            throw storeError(error, lost);
          })
        : committed;
    },
    async ping() {
      const client = await connect();
      try {
        await requireWritable(client);
      } catch (error) {
        if (error instanceof StoreUnavailable) retire();
        throw error;
      } finally {
        client.release();
      }
    },
    whenBack: () => outage.over(),
    onceBack: (work) => outage.onceBack(work),
    close() {
      outage.close();
      closing ??= (
        commitPool === pool ? pool.end() : Promise.all([pool.end(), commitPool.end()])
      ).then(() => options.afterClose?.());
      return closing;
    },
  };
}

/** Whether the store is there, on a connection of its own, so that no pool's queue delays the answer. */
async function askOnce(config: PoolConfig): Promise<void> {
  const client = new Client({ ...config, query_timeout: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await requireWritable(client);
  } finally {
    await client.end().catch(() => {});
  }
}
