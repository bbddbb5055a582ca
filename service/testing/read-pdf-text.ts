import { inflateSync } from "node:zlib";

/** Reads texts in drawing order, one per line. Supports what our PDFs use: plain Flate streams, standard fonts. */
export function readPdfText(bytes: Buffer): string[] {
  const texts: string[] = [];
  const latin = bytes.toString("latin1");
  for (const match of latin.matchAll(/stream\r?\n/g)) {
    const begin = (match.index ?? 0) + match[0].length;
    const end = latin.indexOf("endstream", begin);
    const content = inflate(bytes.subarray(begin, end));
    for (const [, hex = ""] of content.matchAll(/<([0-9A-Fa-f]*)>\s*Tj/g)) {
      texts.push(decode(Buffer.from(hex, "hex")));
    }
  }
  return texts;
}

/** Windows-1252's 0x80 to 0x9f, which Node's decoder reads as Latin-1. */
const upper = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ";

function decode(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x80 && byte <= 0x9f ? upper[byte - 0x80] : String.fromCharCode(byte),
  ).join("");
}

function inflate(stream: Buffer): string {
  try {
    return inflateSync(stream).toString("latin1");
  } catch {
    return "";
  }
}
