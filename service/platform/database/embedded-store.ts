import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import type { Pool } from "pg";
import { lockDataDirectory } from "./data-directory-lock.ts";
import type { Database, StoreMaintenance } from "./database.ts";
import { DurableFileSystem } from "./durable-file-system.ts";
import { createPoolDatabase } from "./pool-database.ts";

/** The embedded store answered a commit without syncing the disk. */
export class StoreDoesNotSync extends Error {
  override name = "StoreDoesNotSync";
  readonly code = "store_does_not_sync";
  constructor() {
    super("the embedded store does not sync to disk; refusing to start, payments could be lost");
  }
}

interface EmbeddedStoreOptions {
  /** Where the lock file lies; the store's own folder belongs to PostgreSQL. */
  lockFolder: string;
  /** For the test of the refusal: a file system that does not sync. */
  createFileSystem?: (folder: string) => DurableFileSystem;
}

/** PGlite's own parameters without `-F` (no fsync), and what a payment store needs instead. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["fsync=on", "wal_sync_method=fsync", "full_page_writes=on", "synchronous_commit=on"].flatMap(
    (setting) => ["-c", setting],
  ),
  ...["max_wal_size=128MB", "min_wal_size=32MB"].flatMap((setting) => ["-c", setting]),
];

/**
 * Opens the embedded store: PGlite in `folder`, durable, with exactly one owner.
 *
 * Always holds: another process is refused before a byte of the store is touched; a commit has been
 * synced before it is acknowledged, which is checked by a probe at each start ({@link StoreDoesNotSync}).
 */
export async function openEmbeddedStore(
  folder: string,
  options: EmbeddedStoreOptions,
): Promise<Database & { pool: Pool }> {
  const lock = lockDataDirectory(options.lockFolder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fileSystem = options.createFileSystem?.(folder) ?? new DurableFileSystem(folder);
    const pglite = new PGlite({ fs: fileSystem, startParams });
    try {
      await pglite.waitReady;
      await requireSync(pglite, fileSystem);
    } catch (error) {
      await pglite.close().catch(() => undefined);
      throw error;
    }
    return wrapPGlite(pglite, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A {@link Database} over an open PGlite, which it closes; also used by tests on memory stores. */
export function wrapPGlite(pglite: PGlite, afterClose: () => void): Database & { pool: Pool } {
  return createPoolDatabase({
    kind: "embedded",
    // One session; it never goes idle-closed, because a closed one can't be opened again.
    pool: { ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: false },
    maintenance: createMaintenance(pglite),
    afterClose: async () => {
      await pglite.close();
      afterClose();
    },
  });
}

/** Writes a row and requires that the disk was synced for it. */
async function requireSync(pglite: PGlite, fileSystem: DurableFileSystem): Promise<void> {
  await pglite.exec(
    "create table if not exists store_probe (only_row boolean primary key, starts bigint not null)",
  );
  const before = fileSystem.syncCount;
  await pglite.exec(
    "insert into store_probe values (true, 1) " +
      "on conflict (only_row) do update set starts = store_probe.starts + 1",
  );
  if (fileSystem.syncCount === before) throw new StoreDoesNotSync();
}

/** PGlite runs neither checkpointer nor autovacuum: its log grew to 1.4 GB in a trial. */
function createMaintenance(pglite: PGlite): StoreMaintenance {
  return {
    async logBytes() {
      const { rows } = await pglite.query<{ bytes: string | number }>(
        "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes " +
          "from pg_control_checkpoint()",
      );
      return Number(rows[0]?.bytes ?? 0);
    },
    async checkpoint() {
      await pglite.exec("checkpoint");
    },
    async vacuum() {
      await pglite.exec("vacuum (analyze)");
    },
  };
}
