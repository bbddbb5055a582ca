import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The data directory belongs to another process that is alive. */
export class DataDirectoryInUse extends Error {
  override name = "DataDirectoryInUse";
  readonly code = "data_directory_in_use";
  constructor(folder: string, owner: number) {
    super(`${folder} is in use by process ${owner}; the embedded store has exactly one owner`);
  }
}

/** A held lock; `release` may be called again, harmlessly. */
export interface DataDirectoryLock {
  release(): void;
}

/** Who holds the lock. `startedAt` tells a process from a later one with the same number. */
interface Owner {
  pid: number;
  startedAt: string;
}

/**
 * Takes the data directory for this process, or throws {@link DataDirectoryInUse}. Two processes on
 * one embedded store lose rows silently, so this comes before the store is opened.
 *
 * Steps: the lock file is written whole under a name of its own and put in place by `link`, which
 * fails if one is there already. Then the owner in it is looked at: alive, refuse; dead (a crash),
 * the old file is moved away, checked to be the one that was looked at, and the link tried again.
 */
export function lockDataDirectory(folder: string): DataDirectoryLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lockPath = join(folder, "store.lock");
  const ownPath = `${lockPath}.${process.pid}`;
  const own = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) ?? "" });
  writeFileSync(ownPath, own, { mode: 0o600 });
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      if (tryLink(ownPath, lockPath)) return createHandle(lockPath, own);
      const found = readText(lockPath);
      if (found === undefined) continue;
      const owner = parseOwner(found);
      if (owner !== undefined && isAlive(owner)) throw new DataDirectoryInUse(folder, owner.pid);
      removeStale(lockPath, found);
    }
    throw new Error(`${lockPath} could not be taken: others are trying at the same time`);
  } finally {
    rmSync(ownPath, { force: true });
  }
}

function createHandle(lockPath: string, own: string): DataDirectoryLock {
  return {
    release() {
      if (readText(lockPath) === own) rmSync(lockPath, { force: true });
    },
  };
}

/** Moves the stale file aside; had another starter been faster, its fresh file is put back. */
function removeStale(lockPath: string, stale: string): void {
  const asidePath = `${lockPath}.stale.${process.pid}`;
  try {
    renameSync(lockPath, asidePath);
  } catch {
    return;
  }
  if (readText(asidePath) !== stale) tryLink(asidePath, lockPath);
  rmSync(asidePath, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, startedAt } = JSON.parse(text) as Partial<Owner>;
    return Number.isSafeInteger(pid)
      ? { pid: Number(pid), startedAt: String(startedAt) }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  const startedAt = startOf(owner.pid);
  if (startedAt !== undefined && owner.startedAt !== "") return startedAt === owner.startedAt;
  if (owner.pid === process.pid) return true;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Boot and clock tick at which a process began (Linux); a restarted container reuses numbers. */
function startOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = afterName[0];
  if (state === "Z" || state === "X") return undefined;
  return `${readText("/proc/sys/kernel/random/boot_id")?.trim() ?? ""}:${afterName[19] ?? ""}`;
}
