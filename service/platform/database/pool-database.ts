import { AsyncLocalStorage } from "node:async_hooks";
import { Kysely, PostgresDialect } from "kysely";
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, types } from "pg";
import { within } from "../within.ts";
import type { Database, Statement, StatementResult, StoreMaintenance } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import { createOutage } from "./outage.ts";
import { createSilenceWatch } from "./silent-connections.ts";
import { createStoreClient, type Lost, storeError } from "./store-client.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import type { Tables } from "./tables.ts";

const int8 = 20;

/** Parses `bigint` as a number: minor units and counters stay far below 2^53. */
const typeParsers: NonNullable<PoolConfig["types"]> = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === int8 ? Number : types.getTypeParser(oid, format as "text")) as never,
};

interface PoolDatabaseOptions {
  kind: Database["kind"];
  pool: PoolConfig;
  maintenance?: (pool: Pool) => StoreMaintenance;
  changes?: Database["changes"];
  afterClose?: () => Promise<void>;
  /** Called when an idle connection breaks. Without a listener, `pg` would end the process. */
  onIdleError?: (error: Error) => void;
  /** Called for work after an outage that failed although the store is available. */
  onLostWork?: (error: unknown) => void;
  /**
   * Closes a connection that sends nothing for this long after a query; a network that drops every packet would keep it
   * open for a quarter of an hour. Must exceed the store's statement timeout.
   */
  silentMs?: number | undefined;
  /** Through a pooler, each transaction may have another connection: nothing is prepared by name. */
  isShared?: boolean;
}

/** Set while a transaction's function runs ({@link enterTransaction}). */
const insideTransaction = new AsyncLocalStorage<true>();
let guarded = false;

/**
 * Turns on the check that nothing inside a transaction uses the pool: on the embedded store, with its one connection,
 * that waits for itself forever. For tests only, because async context slows down every promise. In production, waiting
 * ten seconds for a connection is an error anyway.
 */
export function guardAgainstNestedUse(): void {
  guarded = true;
}

/** Marks everything that `run` awaits as inside a transaction. For transaction.ts. */
export function enterTransaction<Result>(run: () => Promise<Result>): Promise<Result> {
  return guarded ? insideTransaction.run(true, run) : run();
}

function requireOutside(): void {
  if (guarded && insideTransaction.getStore()) {
    throw new Error("a statement was run on the pool from inside a transaction");
  }
}

/** Connections to PostgreSQL that carry groups of statements. */
const lanes = 2;

/** Whether a prepared statement's columns have changed (PostgreSQL's `feature_not_supported`). Nothing was done. */
function isStalePlan(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "0A000" && String(message).startsWith("cached plan must not change result type");
}

/** After this time a ping's connection counts as dead and is closed. */
const pingTimeoutMs = 3_000;

const silent = () => new StoreUnavailable(new Error(`no answer in ${pingTimeoutMs} ms`));

/** A standby or read-only database answers queries but cannot accept a payment. */
const readOnlyQuery =
  "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only";

async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ read_only: boolean }>(readOnlyQuery);
  if (rows[0]?.read_only) throw new StoreUnavailable(new Error("the database is read-only"));
}

/** Creates a {@link Database} over a `pg` pool, for either store. */
export function createPoolDatabase(options: PoolDatabaseOptions): Database & { pool: Pool } {
  /** For connections opened before the last {@link retire}: closed instead of used. */
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
    // A connection that breaks during a query rejects the query and leaves the pool. It also emits an event, which
    // would end the process without a listener.
    opened.on("connect", (client) => client.on("error", () => {}));
    opened.on("release", (_error, client) => silence?.rest(client));
    return opened;
  };
  const lost: Lost = ({ isReadOnly, client }) => {
    if (isReadOnly) retire();
    // PostgreSQL's last error may arrive before the end of the connection.
    if (client) ages.set(client, tooOld);
    outage.note();
  };
  /** A server that refuses writes counts as unavailable. */
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
  // Runs again on new connections if a migration by another process changed a prepared statement.
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
  // Kysely needs only these two. The guard covers its queries too.
  const guardedPool = { connect: async () => connect(), end: () => pool.end() };

  // A separate pool: groups never wait for a connection, and nothing else waits for a group.
  const commitPool = isRemote ? openPool({ max: lanes }) : pool;
  const commits = createGroupCommit({
    connect: () => connectTo(commitPool),
    lanes: isRemote ? lanes : 1,
    acceptsGroups: isRemote && !isShared,
    isNamed: !isShared,
  });

  let closing: Promise<void> | undefined;
  const maintenance = options.maintenance?.(pool);
  return {
    kind: options.kind,
    changes: options.changes,
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
      const endsAtMs = performance.now() + pingTimeoutMs;
      const connecting = connect();
      const client = await within(connecting, pingTimeoutMs);
      if (client === "late") {
        connecting.then(
          (arrived) => arrived.release(),
          () => undefined,
        );
        throw silent();
      }
      // The embedded store has only this connection, which is busy, not dead.
      let isDead = isRemote;
      try {
        const leftMs = endsAtMs - performance.now();
        if ((await within(requireWritable(client), leftMs)) === "late") throw silent();
        isDead = false;
      } catch (error) {
        if (error instanceof StoreUnavailable) retire();
        throw error;
      } finally {
        client.release(isDead);
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

/** Uses a separate connection, so that no pool's queue delays the response. */
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
