import { closeSync, fdatasyncSync, fsyncSync, openSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type ModuleOptions = Parameters<NodeFS["init"]>[1];
type PostgresModule = Parameters<NonNullable<ModuleOptions["preRun"]>[number]>[0];

/** The part of Emscripten's stream that is used here: `nfd` is Node's file descriptor. */
interface Stream {
  nfd?: number;
  path?: string;
  node: { mode: number };
}

/** The parts of PGlite 0.5.16's module that this leans on; hence the exactly pinned version. */
interface ModuleWithNodeFs {
  NODEFS?: {
    stream_ops: { fsync?: (stream: Stream) => number };
    realPath(node: Stream["node"]): string;
  };
  FS: { isDir(mode: number): boolean };
}

/** Emscripten's (WASI's) number for EIO. */
const ioError = 29;

/**
 * PGlite's directory file system made durable.
 *
 * As shipped, `fd_sync` calls `stream_ops.fsync?.()`, which Emscripten's NODEFS lacks: nothing ever
 * reaches the disk, and a power cut leaves a directory that does not open. This adds the missing
 * call. A failed sync is told to PostgreSQL as EIO, which then refuses to go on, as it should.
 *
 * `syncCount` counts real syncs: the self-check at the start requires that it rises with a commit.
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
      if (NODEFS === undefined) return; // the self-check will refuse to start
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

/** A folder's entries (created, renamed, removed files) are made durable by syncing the folder. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
