import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The nearest folder above this file with a lock file, from the sources and from `dist`. */
export const repository = nearestPackage(dirname(fileURLToPath(import.meta.url)));

function nearestPackage(folder: string): string {
  return existsSync(join(folder, "package-lock.json")) ? folder : nearestPackage(dirname(folder));
}
