import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const kept = join(tmpdir(), "tessera-test-installs");

/**
 * Installs a folder's lock file, which has packages that the repository does not have. No install scripts run. The
 * folder must be on the file system of temporary files.
 *
 * Takes the packages that an earlier test has kept, with the `tessera` of that test. The returned function keeps them
 * for the next test with this lock file; call it before you delete the folder.
 */
export async function installLocked(folder: string): Promise<() => void> {
  const modules = join(folder, "node_modules");
  const store = join(kept, checksumOf(folder));
  // A rename takes them from other tests in the same moment.
  if (!moved(store, modules)) {
    const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    await promisify(execFile)("npm", args, { cwd: folder });
  }
  return () => {
    mkdirSync(kept, { recursive: true });
    // If another test was faster, these are deleted with the folder.
    moved(modules, store);
  };
}

/** Returns whether the folder moved: `from` must exist, and `to` must not. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTEMPTY", "EEXIST"].includes(code)) return false;
    throw error;
  }
}

function checksumOf(folder: string): string {
  const lock = readFileSync(join(folder, "package-lock.json"));
  const where = `${process.platform} ${process.arch} ${process.version}`;
  return createHash("sha256").update(lock).update(where).digest("hex").slice(0, 16);
}
