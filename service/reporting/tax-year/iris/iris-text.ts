/** Text for the IRIS schema: plain Latin letters, few signs, no two spaces or hyphens in a row. */

/** Signs that are allowed besides letters and spaces. */
const signs = {
  business: "0-9&'()-",
  person: "-",
  contact: "0-9'-",
  street: "0-9/-",
  city: "",
} as const;

/** Letters that are not a base letter with a mark, spelled as in passports (ICAO Doc 9303) or nearly so. */
const spelled: ReadonlyMap<string, string> = new Map(
  (
    "ß:ss ẞ:SS æ:ae Æ:AE œ:oe Œ:OE ø:o Ø:O ł:l Ł:L đ:d Đ:D ð:d Ð:D þ:th Þ:TH ħ:h Ħ:H ı:i ŧ:t Ŧ:T ŋ:n Ŋ:N ə:e Ə:E " +
    "ǝ:e Ǝ:E ɛ:e Ɛ:E ɔ:o Ɔ:O ɓ:b Ɓ:B ɖ:d Ɖ:D ɗ:d Ɗ:D ƒ:f Ƒ:F ɣ:g Ɣ:G ɨ:i Ɨ:I ƙ:k Ƙ:K ĸ:k ʉ:u Ʉ:U ʋ:v Ʋ:V ƴ:y Ƴ:Y"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/**
 * Removes marks on letters, points, commas and, in names, apostrophes; other signs become spaces. At most `most`
 * characters; may be empty.
 */
export function irisText(kind: keyof typeof signs, text: string, most: number): string {
  return (
    text
      // This comes first, because an acute accent without a letter decomposes into a space.
      .replace(/[‘’ʻʼʽ`´′]/g, "'")
      .normalize("NFKD")
      .replace(/\P{ASCII}/gu, (letter) => spelled.get(letter) ?? letter)
      .replace(/\p{M}/gu, "")
      .replace(/[‐-―−]/g, "-")
      .replace(kind === "business" || kind === "contact" ? /[.,]/g : /[.,']/g, "")
      .replace(new RegExp(`[^A-Za-z ${signs[kind]}]`, "g"), " ")
      .replace(/-{2,}/g, "-")
      .replace(/ {2,}/g, " ")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, most)
      .trim()
  );
}
