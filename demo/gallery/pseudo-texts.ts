/**
 * Texts as a translator might return them: `long` is 40 % longer, with accents and brackets. A text without them is not
 * in widgets/i18n; if a bracket is missing, the text was cut off. `mirrored` is long with Arabic letters around it,
 * which make the text run from right to left.
 */
export type Pseudo = "long" | "mirrored";

const [plain, accented] = ["aeioucnyAEIOUCNY", "àéîöûçñýÀÉÎÖÛÇÑÝ"];
const withAccents = (text: string) =>
  text.replace(/[aeioucny]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter);

/** Changes a text, with values in it such as amounts; the marks around them stay readable. */
export function pseudoText(text: string, pseudo: Pseudo): string {
  if (!/\p{L}{2}/u.test(text)) return text;
  const more = "·lorem ipsum dolor".repeat(20).slice(0, Math.ceil(text.length * 0.4));
  return pseudo === "long"
    ? `[${withAccents(text)}${more}]`
    : `\u0627${withAccents(text)}${more}\u0628`;
}

/** Changes all texts of a part, including those that functions return. Names of languages and codes stay unchanged. */
export function pseudoTexts<T>(texts: T, pseudo: Pseudo | null): T {
  return pseudo === null ? texts : (changed(texts, pseudo) as T);
}

function changed(value: unknown, pseudo: Pseudo, name = ""): unknown {
  if (typeof value === "string") return name === "language" ? value : pseudoText(value, pseudo);
  if (typeof value === "function")
    return (...values: unknown[]) => changed(value(...values), pseudo);
  if (Array.isArray(value)) return value.map((each) => changed(each, pseudo));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, changed(each, pseudo, key)]),
  );
}
