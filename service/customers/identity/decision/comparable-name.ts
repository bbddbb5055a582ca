/** Letters that ICAO writes as two, and how people without them on their keyboard write them. */
const expansions: Record<string, string> = {
  Ä: "AE",
  Ö: "OE",
  Ü: "UE",
  Å: "AA",
  Æ: "AE",
  Ø: "OE",
  Œ: "OE",
  ẞ: "SS",
  Þ: "TH",
};
const plain: Record<string, string> = {
  Æ: "AE",
  Ø: "O",
  Œ: "OE",
  ẞ: "SS",
  Þ: "TH",
  Đ: "D",
  Ð: "D",
  Ł: "L",
};

const suffixes = /^(JR|SR|II|III|IV|V|ESQ|MD|PHD)$/;

/**
 * The ways in which a name may stand on a document: capitals without marks, hyphens, apostrophes and
 * blanks; once with marks dropped (`MULLER`), once with letters written out as ICAO does (`MUELLER`).
 * Suffixes such as Jr. are left out. Empty when nothing of Latin script is left.
 */
export function comparableNames(name: string): string[] {
  const upper = name.normalize("NFC").replaceAll("ß", "ẞ").toUpperCase();
  const words = upper.split(/[\s,]+/).filter((word) => !suffixes.test(word.replace(/\./g, "")));
  // A name that is nothing but a suffix is a name.
  const kept = (words.length > 0 ? words : [upper]).join("");
  const variants = [plain, { ...plain, ...expansions }].map((table) =>
    kept
      .replace(/[^A-Z]/g, (letter) => table[letter] ?? letter)
      .normalize("NFD")
      .replace(/[^A-Z]/g, ""),
  );
  return [...new Set(variants)].filter(Boolean);
}
