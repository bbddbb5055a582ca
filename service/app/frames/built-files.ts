import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { setImmediate } from "node:timers/promises";

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

/** By then the program has started, and a build may replace the files later. */
const readAllAfterMs = 1_000;

const known = new Map<string, BuiltFiles>();

/**
 * Lists a folder of `dist` once per process, so that requests reach only built files. A file is read at its first
 * request, and all are read soon after the start: a later build must not mix with this one. Empty if not built. Omits
 * source maps, which are for error reports.
 *
 * @throws from the file's fields, if it was deleted before
 */
export function readBuiltFiles(folder: string): BuiltFiles {
  const listed = known.get(folder) ?? listFiles(folder);
  known.set(folder, listed);
  return listed;
}

function listFiles(folder: string): BuiltFiles {
  const files = new Map<string, BuiltFile>();
  if (!existsSync(folder)) return files;
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const path of paths) {
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined) continue;
    const compressed = (suffix: string) => (paths.has(path + suffix) ? path + suffix : undefined);
    files.set(
      relative(folder, path).split(sep).join("/"),
      readLater({ plain: path, br: compressed(".br"), gzip: compressed(".gz") }, contentType),
    );
  }
  setTimeout(() => void readAll([...files.values()]), readAllAfterMs).unref();
  return files;
}

type Paths = Readonly<Record<"plain" | "br" | "gzip", string | undefined>>;

function readLater(paths: Paths & { plain: string }, contentType: string): BuiltFile {
  let read: BuiltFile | undefined;
  const file = (): BuiltFile => {
    if (read) return read;
    const plain = readFileSync(paths.plain);
    read = {
      contentType,
      digest: createHash("sha256").update(plain).digest("base64url"),
      plain,
      br: paths.br === undefined ? undefined : readFileSync(paths.br),
      gzip: paths.gzip === undefined ? undefined : readFileSync(paths.gzip),
    };
    return read;
  };
  return {
    contentType,
    get digest() {
      return file().digest;
    },
    get plain() {
      return file().plain;
    },
    get br() {
      return file().br;
    },
    get gzip() {
      return file().gzip;
    },
  };
}

/** Requests run between two files. */
async function readAll(files: readonly BuiltFile[]): Promise<void> {
  for (const file of files) {
    try {
      void file.plain;
    } catch {
      // It was deleted. Its requests fail.
    }
    await setImmediate();
  }
}
