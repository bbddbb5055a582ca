import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";

export interface StaticFile {
  body: Buffer;
  headers: Record<string, string>;
}

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/**
 * Reads all files below a folder once, by relative path. Only these are served, so no request leaves the folder. Hashed
 * assets can be cached for a year.
 */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  const add = (path: string): void => {
    const full = join(folder, path);
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full)) add(path === "" ? name : `${path}/${name}`);
      return;
    }
    const contentType = contentTypes[extname(path)];
    if (!contentType) return;
    const cacheControl = path.startsWith("assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache";
    files.set(path, {
      body: readFileSync(full),
      headers: {
        "content-type": contentType,
        "cache-control": cacheControl,
        "x-content-type-options": "nosniff",
      },
    });
  };
  if (existsSync(folder)) add("");
  return files;
}
