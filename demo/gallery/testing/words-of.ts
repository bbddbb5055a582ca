/** A text's path in a table, and the text, split around inserted values. */
export interface Words {
  readonly path: string;
  readonly pieces: readonly string[];
}

const gap = "\u0000";

/** Plural forms other than the general one: the gallery shows a single count. */
const isSpecial = (name: string, texts: object) =>
  "other" in texts && /^(zero|one|two|few|many)$/.test(name);

/** Stands in for any argument of a text function: a gap as text, and itself for every property. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive || name === "toString" ? () => gap : anything),
});

/** All texts of a table; of functions, the parts that do not depend on arguments. */
export function wordsOf(texts: unknown, path = ""): Words[] {
  if (texts === null) return [];
  if (typeof texts === "function") {
    return wordsOf(texts(...Array.from({ length: texts.length }, () => anything)), path);
  }
  if (typeof texts === "object" && texts !== null) {
    return Object.entries(texts)
      .filter(([name]) => name !== "language" && !isSpecial(name, texts))
      .flatMap(([name, part]) => wordsOf(part, path === "" ? name : `${path}.${name}`));
  }
  const pieces = String(texts)
    .split(/\0|#/)
    .filter((piece) => piece.trim() !== "");
  return [{ path, pieces }];
}
