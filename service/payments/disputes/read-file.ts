import { promisify } from "node:util";
import { inflate as inflateWithCallback } from "node:zlib";
import {
  type EvidenceUpload,
  type evidenceFileTypes,
  evidenceLimits,
} from "#contract/api/disputes";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import { countPdfPages } from "./count-pdf-pages.ts";

const inflate = promisify(inflateWithCallback);

/** First bytes of each accepted type. */
const signatures: Readonly<Record<(typeof evidenceFileTypes)[number], readonly number[]>> = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

export interface ReadFile {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly pages: number;
  readonly content: Uint8Array;
}

/**
 * Decodes and checks a file before a transaction starts. Throws 400 `evidence_too_large` and `evidence_file_invalid` at
 * `path`, and what {@link countPdfPages} throws.
 */
export async function readUpload(
  operatorId: string,
  upload: EvidenceUpload,
  path: string,
): Promise<ReadFile> {
  const { name, contentType } = upload;
  const content = Buffer.from(upload.content, "base64");
  if (content.length > evidenceLimits.fileBytes) {
    throw fieldRefusal("evidence_too_large", path, "A file can have at most 2 MB.");
  }
  const pages = await countPages(operatorId, contentType, content);
  if (pages === undefined) throw fieldRefusal("evidence_file_invalid", path);
  return { name, contentType, sizeBytes: content.length, pages, content };
}

/** Larger unpacked streams could exhaust memory. */
const maxUnpackedBytes = 64 * 1024 * 1024;
const maxStreams = 5_000;

/**
 * Counts a file's pages; an image has one. Undefined if the content is not a readable file of that type, or an
 * encrypted PDF, which banks cannot open.
 */
export async function countPages(
  operatorId: string,
  contentType: (typeof evidenceFileTypes)[number],
  content: Buffer,
): Promise<number | undefined> {
  const isType = signatures[contentType].every((byte, at) => content[at] === byte);
  if (!isType) return undefined;
  if (contentType !== "application/pdf") return 1;
  if (!(await isBounded(content))) return undefined;
  return countPdfPages(operatorId, content);
}

/** Whether all streams together stay within the limit, even if they are packed more than once. */
async function isBounded(content: Buffer): Promise<boolean> {
  let left = maxUnpackedBytes;
  let streams = 0;
  for (let at = content.indexOf("stream"); at >= 0; at = content.indexOf("stream", at + 6)) {
    streams += 1;
    if (streams > maxStreams) return false;
    let start = at + "stream".length;
    while (content[start] === 0x0d || content[start] === 0x0a) start += 1;
    let packed = content.subarray(start);
    // 0x78 starts every zlib stream that PDF writers make.
    for (let layer = 0; packed[0] === 0x78; layer += 1) {
      if (layer === 3) return false;
      const unpacked = await unpack(packed, left);
      if (unpacked === "too_large") return false;
      if (unpacked === undefined) break;
      left -= unpacked.length;
      packed = unpacked;
    }
  }
  return true;
}

/** Unpacks a zlib stream; undefined if it is not one. */
async function unpack(packed: Buffer, most: number): Promise<Buffer | "too_large" | undefined> {
  try {
    // Ignores what follows the stream.
    return await inflate(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    return (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : undefined;
  }
}
