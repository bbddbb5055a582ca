import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder that holds `package-lock.json`, found from this file upwards. The same from the sources
 * (`service/platform/`) and from the build (`dist/node/service/platform/`), so that files which are
 * not compiled, such as migrations, are read from one place.
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
