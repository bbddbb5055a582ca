import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import type { Pool } from "pg";
import { lockDataDirectory } from "./data-directory-lock.ts";
import type { Database, StoreMaintenance } from "./database.ts";
import { openDurableEngine } from "./durable-engine.ts";
import type { DurableFileSystem } from "./durable-file-system.ts";
import { createPoolDatabase } from "./pool-database.ts";
import { adapterOf, type StoreEngine } from "./store-engine.ts";
import { openThreadedEngine } from "./threaded-engine.ts";

interface EmbeddedStoreOptions {
  /** A folder outside the store's own one, which belongs to PostgreSQL. */
  lockFolder: string;
  /** For tests. The store then runs in this thread. */
  createFileSystem?: (folder: string) => DurableFileSystem;
}

/** Worker threads need built files. From the sources (in tests) the store shares the main thread. */
const isBuilt = import.meta.url.endsWith(".js");

/**
 * Opens the embedded store: PGlite in `folder`, durable (durable-engine.ts), in its own thread. Refuses a second
 * process before it touches the store.
 *
 * Is it worth it? With 64 requests in flight and a sync per commit or group: 2,004 intents and 429 payments per second;
 * PostgreSQL on the same two cores reaches 7,366 and 1,677 (bench/README.md, "Service"). Memory levels off at about 500
 * MB instead of 269 MB. With many payments in the tables, responses take 1.07 times as long (95th percentile). So it
 * serves a few hundred payments per second without setup or losses; for more speed or less memory, set DATABASE_URL.
 * The thread adds 20 to 45 % (platform/DECISIONS.md).
 */
export async function openEmbeddedStore(
  folder: string,
  { lockFolder, createFileSystem }: EmbeddedStoreOptions,
): Promise<Database & { pool: Pool }> {
  const lock = lockDataDirectory(lockFolder);
  try {
    const engine =
      isBuilt && !createFileSystem
        ? await openThreadedEngine(folder)
        : await openDurableEngine(folder, { fileSystem: createFileSystem?.(folder) });
    return wrapEngine(engine, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Wraps an open engine as a {@link Database} that closes it. Tests also use it with stores in memory. */
export function wrapEngine(engine: StoreEngine, afterClose: () => void): Database & { pool: Pool } {
  return createPoolDatabase({
    kind: "embedded",
    changes: engine.changes,
    // One session, never closed when idle: a closed one cannot be reopened.
    pool: {
      ...createPgConfig(adapterOf(engine)),
      max: 1,
      // A wait only means that the store is busy, for example with a vacuum. Ten seconds were too short.
      connectionTimeoutMillis: 30_000,
      idleTimeoutMillis: 0,
      allowExitOnIdle: false,
    },
    maintenance: createMaintenance,
    afterClose: async () => {
      await engine.close();
      afterClose();
    },
  });
}

/** PGlite runs neither the checkpointer nor autovacuum; its log grew to 1.4 GB in a trial. */
function createMaintenance(pool: Pool): StoreMaintenance {
  const run = async (text: string) => {
    const client = await pool.connect();
    try {
      return (await client.query<{ bytes?: number }>(text)).rows;
    } finally {
      client.release();
    }
  };
  return {
    async logBytes() {
      const rows = await run(
        "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes " +
          "from pg_control_checkpoint()",
      );
      return rows[0]?.bytes ?? 0;
    },
    async checkpoint() {
      await run("checkpoint");
    },
    async vacuum() {
      await run("vacuum (analyze)");
    },
  };
}
