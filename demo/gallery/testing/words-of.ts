/** Words by where they stand in a table of texts, in pieces around what is filled in. */
export interface Words {
  readonly path: string;
  readonly pieces: readonly string[];
}

const gap = "\u0000";

/** Any fact that words are made with: as text a gap, and each part of it the same again. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive || name === "toString" ? () => gap : anything),
});

/** All words of a table: of a function those that it says whatever it is given. */
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
