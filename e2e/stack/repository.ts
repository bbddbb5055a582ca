import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder: the nearest one above this file with a lock file. Works in the sources and in `dist`. */
export const repository = nearestPackage(dirname(fileURLToPath(import.meta.url)));

function nearestPackage(folder: string): string {
  return existsSync(join(folder, "package-lock.json")) ? folder : nearestPackage(dirname(folder));
}
