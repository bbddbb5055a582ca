/** Letters that ICAO, and people whose keyboard lacks them, write as two letters. */
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
 * How a document may write a name: in capitals without hyphens, apostrophes and spaces, without diacritics (`MULLER`)
 * and in ICAO's spelling (`MUELLER`). Omits suffixes such as Jr. Empty if no Latin letter remains.
 */
export function comparableNames(name: string): string[] {
  const upper = name.normalize("NFC").replaceAll("ß", "ẞ").toUpperCase();
  const words = upper.split(/[\s,]+/).filter((word) => !suffixes.test(word.replace(/\./g, "")));
  // A name that is only a suffix keeps it.
  const letters = (words.length > 0 ? words : [upper]).join("");
  const variants = [plain, { ...plain, ...expansions }].map((table) =>
    letters
      .replace(/[^A-Z]/g, (letter) => table[letter] ?? letter)
      .normalize("NFD")
      .replace(/[^A-Z]/g, ""),
  );
  return [...new Set(variants)].filter(Boolean);
}
