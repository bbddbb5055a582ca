import type { Trimmed } from "./trim-picture.ts";

/** Maximum number of chunks. A single picture has at most seven. */
const maxChunks = 50;
/** Maximum number of bytes of profile, EXIF and XMP together. */
const maxMetadataBytes = 128 * 1024;
const headerBytes = 12;

/**
 * Reads a WebP's chunks without decoding. Refuses animations and large metadata, which cameras do not write. Drops
 * everything after the picture.
 */
export function trimWebp(bytes: Buffer): Trimmed {
  const end = headerBytes - 4 + (bytes.length < headerBytes ? 0 : bytes.readUInt32LE(4));
  if (end > bytes.length || end < headerBytes) return { ok: false, problem: "image_damaged" };
  let metadataBytes = 0;
  let count = 0;
  for (let at = headerBytes; at < end; ) {
    if (at + 8 > end) return { ok: false, problem: "image_damaged" };
    const type = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    count += 1;
    if (count > maxChunks) return { ok: false, problem: "image_too_complex" };
    if (type === "ANIM" || type === "ANMF") return { ok: false, problem: "image_unsupported" };
    if (type === "ICCP" || type === "EXIF" || type === "XMP ") metadataBytes += length;
    if (metadataBytes > maxMetadataBytes) return { ok: false, problem: "image_too_complex" };
    at += 8 + length + (length % 2);
  }
  return { ok: true, bytes: bytes.subarray(0, end) };
}
