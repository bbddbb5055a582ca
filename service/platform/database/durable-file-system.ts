import { closeSync, fdatasyncSync, fsyncSync, openSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type ModuleOptions = Parameters<NodeFS["init"]>[1];
type PostgresModule = Parameters<NonNullable<ModuleOptions["preRun"]>[number]>[0];

/** The part of Emscripten's stream that we use. `nfd` is Node's file descriptor. */
interface Stream {
  nfd?: number;
  path?: string;
  node: { mode: number };
}

/** Internals of PGlite 0.5.16, the exact version that package.json pins. */
interface ModuleWithNodeFs {
  NODEFS?: {
    stream_ops: { fsync?: (stream: Stream) => number };
    realPath(node: Stream["node"]): string;
  };
  FS: { isDir(mode: number): boolean };
}

/** Emscripten's number of EIO (WASI). */
const ioError = 29;

/**
 * PGlite's directory file system, made durable.
 *
 * As shipped, `fd_sync` calls `stream_ops.fsync?.()`, which Emscripten's NODEFS lacks: nothing reaches the disk, and
 * after a power cut the directory does not open. This class adds the call. A failed sync becomes EIO, which stops
 * PostgreSQL.
 *
 * `syncCount` counts real syncs. The check at startup requires that a commit increases it.
 */
export class DurableFileSystem extends NodeFS {
  syncCount = 0;

  override async init(
    pg: PGlite,
    options: ModuleOptions,
  ): Promise<{ emscriptenOpts: ModuleOptions }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addSync = (module: PostgresModule) => {
      const { NODEFS, FS } = module as unknown as ModuleWithNodeFs;
      if (NODEFS === undefined) return; // the check at startup will refuse
      NODEFS.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd !== undefined && !FS.isDir(stream.node.mode)) fdatasyncSync(stream.nfd);
          else syncFolder(NODEFS.realPath(stream.node));
          this.syncCount += 1;
          return 0;
        } catch {
          return ioError;
        }
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] },
    };
  }
}

/** Makes the folder's entries (created, renamed, removed files) durable. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
