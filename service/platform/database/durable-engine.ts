import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { DurableFileSystem } from "./durable-file-system.ts";
import { engineOf, type StoreEngine } from "./store-engine.ts";

/** The embedded store acknowledged a commit without syncing the disk. */
export class StoreDoesNotSync extends Error {
  override name = "StoreDoesNotSync";
  readonly code = "store_does_not_sync";
  constructor() {
    super("the embedded store does not sync to disk; refusing to start, payments could be lost");
  }
}

/**
 * PGlite's own parameters without `-F` (no fsync), plus ours. A session keeps plans from when tables were small;
 * `enable_seqscan=off` keeps them from reading grown tables whole. PostgreSQL clears its buffers at startup: with its
 * own 128 MB, opening takes 1.5 times as long and 110 MB more memory, and reads from 210 MB of rows are no faster.
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
    "shared_buffers=32MB",
  ].flatMap((setting) => ["-c", setting]),
];

/** Node.js has it, and its types do not. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<PostgresCode> };
/** A `WebAssembly.Module`. */
type PostgresCode = NonNullable<PGliteOptions["pgliteWasmModule"]>;

/** Compiles PostgreSQL, as opening does if it does not get the result. */
export async function loadPostgres(): Promise<PostgresCode> {
  const file = new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"));
  return WebAssembly.compile(await readFile(file));
}

interface EngineOptions {
  fileSystem?: DurableFileSystem | undefined;
  /** PostgreSQL from {@link loadPostgres}. */
  wasm?: PostgresCode;
}

/**
 * Opens PGlite in `folder` so that every commit is synced before it is acknowledged: without syncs, a power cut loses
 * payments. A probe checks this at each start and throws {@link StoreDoesNotSync}. The caller must hold the folder's
 * lock.
 */
export async function openDurableEngine(
  folder: string,
  { fileSystem = new DurableFileSystem(folder), wasm }: EngineOptions = {},
): Promise<StoreEngine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pglite = new PGlite({
    fs: fileSystem,
    startParams,
    ...(wasm && { pgliteWasmModule: wasm }),
  });
  try {
    await pglite.waitReady;
    await requireSync(pglite, fileSystem);
  } catch (error) {
    await pglite.close().catch(() => undefined);
    throw error;
  }
  return { ...engineOf(pglite), changes: () => fileSystem.syncCount };
}

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
