/** Types of pictures that are taken. */
export type ImageType = "image/jpeg" | "image/png" | "image/webp";

/** What a file is, by its first bytes; its name and what the browser says of it count for nothing. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (bytes[0] === 0x89 && text(1, 8) === "PNG\r\n\x1a\n") return "image/png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  return undefined;
}
