import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

export interface BuiltFile {
  readonly contentType: string;
  /** SHA-256 of the uncompressed bytes, base64url; part of the ETag. */
  readonly digest: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** Files by their path in the folder, with `/`. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".tgz": "application/gzip",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const known = new Map<string, BuiltFiles>();

/**
 * Reads a folder of `dist` once per process (a few hundred kilobytes), so requests reach only built files and never the
 * disk. Empty if not built. Omits source maps, which are for error reports.
 */
export function readBuiltFiles(folder: string): BuiltFiles {
  const read = known.get(folder) ?? readFiles(folder);
  known.set(folder, read);
  return read;
}

function readFiles(folder: string): BuiltFiles {
  const files = new Map<string, BuiltFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const plain = readFileSync(file);
    const compressed = (suffix: string) =>
      existsSync(file + suffix) ? readFileSync(file + suffix) : undefined;
    files.set(relative(folder, file).split(sep).join("/"), {
      contentType,
      digest: createHash("sha256").update(plain).digest("base64url"),
      plain,
      br: compressed(".br"),
      gzip: compressed(".gz"),
    });
  }
  return files;
}
