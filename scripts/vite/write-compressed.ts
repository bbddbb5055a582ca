import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Compressing smaller files saves nothing. */
const minBytes = 512;

/** By SHA-256. Frames and previews share files, one of which takes a third of the total time. */
const compressed = new Map<string, { br: Buffer; gz: Buffer }>();

/**
 * Writes `<file>.br` and `<file>.gz` next to every text file and WebAssembly module in the folder, at the highest
 * level. The service sends them unchanged and compresses nothing itself.
 */
export function writeCompressed(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|mjs|css|json|wasm)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    // The highest level takes seconds, so unchanged files are skipped.
    if (isNewer(`${file}.br`, file) && isNewer(`${file}.gz`, file)) continue;
    const bytes = readFileSync(file);
    if (bytes.length < minBytes) continue;
    const { br, gz } = compressOnce(bytes);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
  }
}

function compressOnce(bytes: Buffer): { br: Buffer; gz: Buffer } {
  const digest = createHash("sha256").update(bytes).digest("base64url");
  const known = compressed.get(digest);
  if (known) return known;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const compressedFile = {
    br: brotliCompressSync(bytes, { params }),
    gz: gzipSync(bytes, { level: 9 }),
  };
  compressed.set(digest, compressedFile);
  return compressedFile;
}

function isNewer(file: string, source: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false });
  return written !== undefined && written.mtimeMs >= statSync(source).mtimeMs;
}
