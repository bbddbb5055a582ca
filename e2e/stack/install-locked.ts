import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Installs a folder's lock file, which has packages that the repository does not have. No install scripts run. */
export async function installLocked(folder: string): Promise<void> {
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", args, { cwd: folder });
}
