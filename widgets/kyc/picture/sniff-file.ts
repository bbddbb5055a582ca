/** Kinds of files. Null is a kind that this version does not know. */
export type FileKind = "jpeg" | "png" | "webp" | "heic" | "avif" | "gif" | "bmp" | "tiff" | "pdf";

const signatures: readonly [FileKind, number, readonly number[]][] = [
  ["jpeg", 0, [0xff, 0xd8, 0xff]],
  ["png", 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["webp", 8, [0x57, 0x45, 0x42, 0x50]],
  ["gif", 0, [0x47, 0x49, 0x46, 0x38]],
  ["bmp", 0, [0x42, 0x4d]],
  ["tiff", 0, [0x49, 0x49, 0x2a, 0x00]],
  ["tiff", 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ["pdf", 0, [0x25, 0x50, 0x44, 0x46]],
];
/** Brands of HEIF files (ISO/IEC 23008-12) from iPhones and other devices. */
const heifBrands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"];

/** Ignores the file's name and declared type; the first 16 bytes are enough. */
export function sniffFile(bytes: Uint8Array): FileKind | null {
  for (const [kind, at, signature] of signatures) {
    if (signature.every((byte, index) => bytes[at + index] === byte)) return kind;
  }
  const text = String.fromCharCode(...bytes.subarray(4, 12));
  if (!text.startsWith("ftyp")) return null;
  const brand = text.slice(4);
  if (brand === "avif" || brand === "avis") return "avif";
  return heifBrands.includes(brand) ? "heic" : null;
}
