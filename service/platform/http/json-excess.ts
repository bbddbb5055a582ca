/** Limits of a JSON body, checked on its text before anything is built from it. */
export const jsonLimits = {
  /** Arrays and objects inside one another. */
  depth: 32,
  /** Values of every kind, the containers included. */
  values: 10_000,
} as const;

/** Why a text is refused before it is parsed. */
export type JsonExcess =
  | { readonly code: "body_too_complex" }
  | { readonly code: "duplicate_field"; readonly path: string };

/** An open array (`names` undefined) or object. */
interface Container {
  readonly names: Set<string> | undefined;
  /** The member that is being read: its name, or its index. */
  at: string | number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Finds what no body of ours holds: more nesting or more values than {@link jsonLimits}, or one name twice
 * in an object (RFC 7493 §2.3: a proxy may read the first one and the parser keeps the last). Returns
 * undefined for a text without these.
 *
 * One pass over the text without recursion, so the cost grows with the length only. The text may be
 * malformed; the parser says so afterwards.
 */
export function findJsonExcess(text: string): JsonExcess | undefined {
  const open: Container[] = [];
  let values = 1;
  let expectsName = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const inner = open.at(-1);
    if (code === quote) {
      const end = endOfString(text, index);
      if (expectsName && inner?.names) {
        const name = nameOf(text.slice(index, end + 1));
        inner.at = name;
        if (inner.names.has(name)) return { code: "duplicate_field", path: pathOf(open) };
        inner.names.add(name);
        expectsName = false;
      }
      index = end;
    } else if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
      if (open.length === jsonLimits.depth) return { code: "body_too_complex" };
      const isObject = code === 0x7b;
      open.push({ names: isObject ? new Set() : undefined, at: 0 });
      expectsName = isObject;
      values += 1;
    } else if (code === 0x7d /* } */ || code === 0x5d /* ] */) {
      open.pop();
      expectsName = false;
    } else if (code === comma && inner) {
      values += 1;
      if (inner.names) expectsName = true;
      else inner.at = Number(inner.at) + 1;
    }
    if (values > jsonLimits.values) return { code: "body_too_complex" };
  }
  return undefined;
}

/** Index of the quote that ends the string which begins at `start`; the text's last index if none does. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    index += code === backslash ? 2 : 1;
  }
  return text.length - 1;
}

/** The name that a quoted text stands for: `"a"` and `"\u0061"` are the same one. */
function nameOf(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function pathOf(open: readonly Container[]): string {
  return open.map(({ at }) => String(at)).join(".");
}
