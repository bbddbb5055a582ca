import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds the folder with `package-lock.json` above this file: the same for sources (`service/platform/`) and build
 * (`dist/node/service/platform/`), which both read files that are not compiled, such as migrations.
 */
export function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package-lock.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("package-lock.json was not found above the service");
    folder = parent;
  }
  return folder;
}
