import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Installs the lock file of a folder that has packages which the repository does without. No install scripts run. */
export async function installLocked(folder: string): Promise<void> {
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", args, { cwd: folder });
}
