import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Everything that the build reads. */
const sources = [
  "contract",
  "src",
  "widgets",
  "console",
  "styles",
  "service",
  "sandbox",
  "demo",
  "docs",
  "public",
  "scripts/vite",
  "vite.config.ts",
  "tsconfig.json",
  "tsconfig.base.json",
  "package.json",
  "package-lock.json",
];

/**
 * Returns one digest of the paths and contents of all sources. It includes tests: that sometimes causes an unnecessary
 * build, but needs no rule for what a test is.
 *
 * @param {string} root the repository's folder
 * @param {readonly string[]} [parts] files and folders to include; all sources by default
 * @returns {string}
 */
export function sourceHash(root, parts = sources) {
  const hash = createHash("sha256");
  for (const file of parts.flatMap((source) => filesOf(root, source)).sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @returns {string[]} the files below a path, or the file itself */
function filesOf(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesOf(root, inner);
    return entry.isFile() ? [inner] : [];
  });
}
