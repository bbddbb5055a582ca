import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Smaller files gain nothing. */
const smallestBytes = 512;

/**
 * Puts `<file>.br` and `<file>.gz` beside every text in the folder. Not at the highest level: it takes ten times as
 * long for a few percent.
 */
export function writeCompressed(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|md|txt|js|css|json|svg)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < smallestBytes) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes));
  }
}
