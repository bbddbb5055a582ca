import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Everything that the build reads. */
const sources = [
  "contract",
  "src",
  "clients",
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

/** Folders without pages of the documentation. */
const withoutPages = new Set(["node_modules", "dist", ".git", ".data", "test-results"]);

/**
 * A digest of paths and contents. Includes tests: that sometimes causes an unnecessary build, but needs no rule for
 * what a test is.
 *
 * @param {string} root
 * @param {readonly string[]} [parts] files and folders; default: all sources
 * @returns {string}
 */
export function sourceHash(root, parts = [...sources, ...markdownFiles(root)]) {
  const hash = createHash("sha256");
  const files = new Set(parts.flatMap((source) => filesOf(root, source)));
  for (const file of [...files].sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @returns {string[]} every Markdown file: pages can be beside their code, such as DECISIONS.md */
export function markdownFiles(root, folder = "") {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const inner = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return withoutPages.has(entry.name) ? [] : markdownFiles(root, inner);
    return entry.isFile() && entry.name.endsWith(".md") ? [inner] : [];
  });
}

/** @returns {string[]} files below a path, or the file itself */
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
