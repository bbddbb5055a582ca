import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A live process owns the data directory. */
export class DataDirectoryInUse extends Error {
  override name = "DataDirectoryInUse";
  readonly code = "data_directory_in_use";
  constructor(folder: string, owner: number) {
    super(`${folder} is in use by process ${owner}; only one process may use the embedded store`);
  }
}

/** A held lock. A second call to `release` does nothing. */
export interface DataDirectoryLock {
  release(): void;
}

/** `startedAt` distinguishes a process from a later one with the same number. */
interface Owner {
  pid: number;
  startedAt: string;
}

/**
 * Locks the data directory for this process, or throws {@link DataDirectoryInUse}. Runs before the store is opened: two
 * processes on one embedded store lose rows silently.
 *
 * 1. Write the lock file under a temporary name and move it into place with `link`, which fails if a lock file exists.
 * 2. If one exists, read its owner. If the owner is alive, refuse.
 * 3. If the owner is dead (a crash), move the old file away, check that it is the file from step 2, and try again.
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
    throw new Error(`${lockPath} could not be locked: other processes are trying at the same time`);
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

/** Removes a stale lock. If the file is another process's newer lock, puts it back. */
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

/** Boot id and clock tick of a process's start (Linux). A restarted container reuses process numbers. */
function startOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = afterName[0];
  if (state === "Z" || state === "X") return undefined;
  return `${readText("/proc/sys/kernel/random/boot_id")?.trim() ?? ""}:${afterName[19] ?? ""}`;
}
