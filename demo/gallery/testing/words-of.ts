/** A text by its path in a table of texts, split around the inserted values. */
export interface Words {
  readonly path: string;
  readonly pieces: readonly string[];
}

const gap = "\u0000";

/**
 * A placeholder for any argument of a text function: a gap as text, and itself for every property.
 */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive || name === "toString" ? () => gap : anything),
});

/**
 * Returns all texts of a table; for a function, the text parts that do not depend on its arguments.
 */
export function wordsOf(texts: unknown, path = ""): Words[] {
  if (texts === null) return [];
  if (typeof texts === "function") {
    return wordsOf(texts(...Array.from({ length: texts.length }, () => anything)), path);
  }
  if (typeof texts === "object" && texts !== null) {
    return Object.entries(texts)
      .filter(([name]) => name !== "language")
      .flatMap(([name, part]) => wordsOf(part, path === "" ? name : `${path}.${name}`));
  }
  const pieces = String(texts)
    .split(gap)
    .filter((piece) => piece.trim() !== "");
  return [{ path, pieces }];
}
