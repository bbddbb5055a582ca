import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder: the nearest above this file that holds the package, from sources and from `dist` alike. */
export const repository = nearestPackage(dirname(fileURLToPath(import.meta.url)));

function nearestPackage(folder: string): string {
  return existsSync(join(folder, "package-lock.json")) ? folder : nearestPackage(dirname(folder));
}
