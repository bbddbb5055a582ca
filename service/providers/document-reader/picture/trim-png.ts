import type { Trimmed } from "./trim-picture.ts";

/** Encoders write chunks of 8 KB and more, so 12 MB have under two thousand. */
const maxChunks = 20_000;
/** Limit of the Exif data, which is read for the orientation. */
const maxExifBytes = 64 * 1024;
const headerBytes = 8;

/** Decoding needs these. Texts, profiles and times could expand to gigabytes. */
const neededChunks: ReadonlySet<string> = new Set(["PLTE", "tRNS", "gAMA", "sRGB", "IDAT"]);
/** Chunks of an animation (APNG). */
const animationChunks: ReadonlySet<string> = new Set(["acTL", "fcTL", "fdAT"]);

/** Reads a PNG's chunks without decoding and keeps what decoding needs. Refuses animations. */
export function trimPng(bytes: Buffer): Trimmed {
  const kept = [bytes.subarray(0, headerBytes)];
  let count = 0;
  let hasEnd = false;
  for (let at = headerBytes; !hasEnd; ) {
    if (at + 12 > bytes.length) return { ok: false, problem: "image_damaged" };
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    count += 1;
    if (end > bytes.length || (type === "IHDR") !== (count === 1)) {
      return { ok: false, problem: "image_damaged" };
    }
    if (count > maxChunks) return { ok: false, problem: "image_too_complex" };
    if (animationChunks.has(type)) return { ok: false, problem: "image_unsupported" };
    hasEnd = type === "IEND";
    const isSmallExif = type === "eXIf" && length <= maxExifBytes;
    if (count === 1 || hasEnd || neededChunks.has(type) || isSmallExif) {
      kept.push(bytes.subarray(at, end));
    }
    at = end;
  }
  return { ok: true, bytes: Buffer.concat(kept) };
}
