/** Texts as the IRIS schema takes them: plain Latin letters, few signs, no two spaces or hyphens in a row. */

/** What each kind of text may hold besides letters and spaces. */
const signs = {
  business: "0-9&'()-",
  person: "-",
  contact: "0-9'-",
  street: "0-9/-",
  city: "",
} as const;

/** Letters that are no base letter with a mark. */
const spelled: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
};

/**
 * The text without marks on letters, points, commas and, in names, apostrophes; every other sign is a space. At most
 * `most` characters; may be empty.
 */
export function irisText(kind: keyof typeof signs, text: string, most: number): string {
  return text
    .replace(/[ßæÆøØłŁ]/g, (letter) => spelled[letter] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(kind === "business" || kind === "contact" ? /[.,]/g : /[.,']/g, "")
    .replace(new RegExp(`[^A-Za-z ${signs[kind]}]`, "g"), " ")
    .replace(/-{2,}/g, "-")
    .replace(/ {2,}/g, " ")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, most)
    .trim();
}
