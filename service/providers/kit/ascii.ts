/** Letters that lose no mark when they are decomposed. */
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

/** The text in printable ASCII, the only characters that EMV 3DS 2.1 and 2.2 allow. Others are left out. */
export function toAscii(text: string): string {
  return text
    .replace(/[^ -~]/gu, (letter) => letters[letter] ?? letter)
    .normalize("NFKD")
    .replace(/[^ -~]/g, "")
    .trim();
}
