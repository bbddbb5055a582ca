/** Letters that do not decompose into a letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  Æ: "AE",
  æ: "ae",
  Đ: "D",
  đ: "d",
  Ł: "L",
  ł: "l",
  Ø: "O",
  ø: "o",
  Œ: "OE",
  œ: "oe",
  Þ: "Th",
  þ: "th",
  ß: "ss",
  ð: "d",
  "’": "'",
};

/** Converts to printable ASCII, the only characters that EMV 3DS 2.1 and 2.2 allow. Drops others. */
export function toAscii(text: string): string {
  return text
    .replace(/[^ -~]/gu, (letter) => letters[letter] ?? letter)
    .normalize("NFKD")
    .replace(/[^ -~]/g, "")
    .trim();
}
