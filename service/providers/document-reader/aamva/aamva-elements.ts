/**
 * Reads the data elements in a US or Canadian license's PDF417, by their three-letter ids. Null for any other text;
 * never throws.
 *
 * - The header's offsets and lengths are ignored, because issuers get them wrong.
 * - One element per line; separators are LF, CR or RS in any mixture.
 * - The first element follows the subfile's letters (`DL`, `ID`) on the same line, in old versions the header itself.
 * - Of two values with one id, the first counts.
 *
 * Source: AAMVA DL/ID Card Design Standard, annex D, versions 2000 to 2020.
 */
export function aamvaElements(text: string): Map<string, string> | null {
  const start = text.search(/(?:ANSI |AAMVA)\d{6}/);
  if (start === -1 || start > 16) return null;
  const elements = new Map<string, string>();
  for (const line of text.slice(start).split(lineBreak)) {
    const [, id = "", value = ""] = elementPattern.exec(withoutHeader(line)) ?? [];
    if (id && !elements.has(id)) elements.set(id, value.trim());
  }
  return elements.size === 0 ? null : elements;
}

const lineBreak = new RegExp(`[\n\r${String.fromCharCode(0x1e)}]+`);
const elementPattern = /^\s*(?:DL|ID)?(D[A-Z]{2})(.*)$/;

/** `ANSI 636026080102DL00410288ZA03290015DLDAQ1` → `DLDAQ1`; a header alone → nothing; other lines unchanged. */
function withoutHeader(line: string): string {
  if (!/^(?:ANSI |AAMVA)\d{6}/.test(line)) return line;
  return /(?:DL|ID)D[A-Z]{2}.*$/.exec(line)?.[0] ?? "";
}
