import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { DurableFileSystem } from "./durable-file-system.ts";
import { engineOf, type StoreEngine } from "./store-engine.ts";

/** The embedded store answered a commit without syncing the disk. */
export class StoreDoesNotSync extends Error {
  override name = "StoreDoesNotSync";
  readonly code = "store_does_not_sync";
  constructor() {
    super("the embedded store does not sync to disk; refusing to start, payments could be lost");
  }
}

/**
 * PGlite's own parameters without `-F` (no fsync), and what a payment store needs instead. Plans that
 * were made for small tables live as long as the session; `enable_seqscan` is off so that none of
 * them reads a whole table once it has grown.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...[
    "fsync=on",
    "wal_sync_method=fsync",
    "full_page_writes=on",
    "synchronous_commit=on",
    "max_wal_size=128MB",
    "min_wal_size=32MB",
    "enable_seqscan=off",
  ].flatMap((setting) => ["-c", setting]),
];

/**
 * Opens PGlite in `folder`, durable: a commit has been synced before it is acknowledged, which is
 * checked by a probe at each start (throws {@link StoreDoesNotSync}). The folder must be locked.
 *
 * embedded-store.ts says what the benchmark measures with the sync. It has no run without: such a store loses
 * payments in a power cut.
 */
export async function openDurableEngine(
  folder: string,
  fileSystem = new DurableFileSystem(folder),
): Promise<StoreEngine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pglite = new PGlite({ fs: fileSystem, startParams });
  try {
    await pglite.waitReady;
    await requireSync(pglite, fileSystem);
  } catch (error) {
    await pglite.close().catch(() => undefined);
    throw error;
  }
  return engineOf(pglite);
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
