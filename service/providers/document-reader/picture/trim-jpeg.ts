import type { Trimmed } from "./trim-picture.ts";

/** Each scan of a progressive JPEG covers the whole picture. Cameras and editors write about ten. */
const maxScans = 20;
/** Maximum number of segments besides scan data. A photo has about thirty. */
const maxSegments = 1_000;
/** Color profiles of cameras and screens are under 4 KB. Larger ones, for printing presses, are dropped. */
const maxProfileBytes = 128 * 1024;

const marker = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  exif: 0xe1,
  profile: 0xe2,
} as const;
/** Baseline, extended sequential and progressive, with Huffman coding, as cameras write. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Lossless, hierarchical and arithmetic frames and their segments. */
const unsupportedSegments: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc, 0xde, 0xdf,
]);
/** Huffman and quantization tables, restart interval, JFIF header, Adobe's color transform. */
const neededSegments: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd, 0xe0, 0xee]);

/**
 * Reads a JPEG's segments without decoding. Keeps what decoding and orientation need; drops comments, makers'
 * thumbnails and everything after the picture. Refuses more than {@link maxScans} scans (a small file can hold
 * thousands), CMYK, and the rare frames above.
 */
export function trimJpeg(bytes: Buffer): Trimmed {
  const kept = [bytes.subarray(0, 2)];
  const counted = { segments: 0, scans: 0, frames: 0, exif: 0, profileBytes: 0 };
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at);
    if (segment === null) return { ok: false, problem: "image_damaged" };
    const { kind, start, end } = segment;
    counted.segments += 1;
    if (counted.segments > maxSegments) return { ok: false, problem: "image_too_complex" };
    if (kind === marker.endOfImage) {
      kept.push(bytes.subarray(start, end));
      break;
    }
    if (unsupportedSegments.has(kind)) return { ok: false, problem: "image_unsupported" };
    at = end;
    if (frames.has(kind)) {
      counted.frames += 1;
      if (counted.frames > 1 || !isPlainFrame(bytes, start)) {
        return { ok: false, problem: "image_unsupported" };
      }
      kept.push(bytes.subarray(start, end));
    } else if (kind === marker.startOfScan) {
      counted.scans += 1;
      if (counted.scans > maxScans) return { ok: false, problem: "image_too_complex" };
      at = endOfScan(bytes, end);
      kept.push(bytes.subarray(start, at));
    } else if (neededSegments.has(kind) || isNeededData(bytes, segment, counted)) {
      kept.push(bytes.subarray(start, end));
    }
  }
  if (counted.frames === 0 || counted.scans === 0) return { ok: false, problem: "image_damaged" };
  return { ok: true, bytes: Buffer.concat(kept) };
}

interface Segment {
  readonly kind: number;
  /** The offset of its marker. */
  readonly start: number;
  readonly end: number;
}

/** Reads the segment at an offset; null if there is none or it exceeds the file. */
function segmentAt(bytes: Buffer, at: number): Segment | null {
  if (bytes[at] !== 0xff) return null;
  let start = at;
  // Any number of fill bytes can precede a marker.
  while (bytes[start + 1] === 0xff) start += 1;
  const kind = bytes[start + 1];
  if (kind === undefined) return null;
  if (kind === marker.endOfImage) return { kind, start, end: start + 2 };
  const isWithoutLength = kind === 0 || kind === 1 || (kind >= 0xd0 && kind <= marker.startOfImage);
  if (isWithoutLength || start + 4 > bytes.length) return null;
  const length = bytes.readUInt16BE(start + 2);
  const end = start + 2 + length;
  return length < 2 || end > bytes.length ? null : { kind, start, end };
}

/** Eight bits per channel, one or three channels: not CMYK. */
function isPlainFrame(bytes: Buffer, start: number): boolean {
  const channels = bytes[start + 9];
  return bytes[start + 4] === 8 && (channels === 1 || channels === 3);
}

/** A scan's data ends at the next marker that is not a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    const isData = next === 0 || next === 0xff || (next !== undefined && isRestart(next));
    if (!isData) return at;
  }
  return bytes.length;
}

function isRestart(kind: number): boolean {
  return kind >= 0xd0 && kind <= 0xd7;
}

/** The orientation (first EXIF block) and a small color profile. */
function isNeededData(
  bytes: Buffer,
  { kind, start, end }: Segment,
  counted: { exif: number; profileBytes: number },
): boolean {
  const startsWith = (text: string) =>
    bytes.toString("latin1", start + 4, start + 4 + text.length) === text;
  if (kind === marker.exif && startsWith("Exif\0\0")) {
    counted.exif += 1;
    return counted.exif === 1;
  }
  if (kind === marker.profile && startsWith("ICC_PROFILE\0")) {
    counted.profileBytes += end - start;
    return counted.profileBytes <= maxProfileBytes;
  }
  return false;
}
