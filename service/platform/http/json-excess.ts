/** Limits that are checked on the text before it is parsed. */
export const jsonLimits = {
  /** Levels of nested arrays and objects. */
  depth: 32,
  /** Values of every kind, including arrays and objects. */
  values: 10_000,
} as const;

export type JsonExcess =
  | { readonly code: "body_too_complex" }
  | { readonly code: "duplicate_field"; readonly path: string };

/** An open array (`names` undefined) or object. */
interface Container {
  readonly names: Set<string> | undefined;
  /** The current member: its name or index. */
  at: string | number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Finds what no valid body contains: more levels or values than {@link jsonLimits}, or the same name twice in an object
 * (RFC 7493 §2.3: a proxy may read the first one, and the parser keeps the last).
 *
 * One pass without recursion, so the cost grows only with the length. The parser refuses malformed text later.
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

/** Returns the index of the quote that ends the string at `start`, or the text's last index. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    index += code === backslash ? 2 : 1;
  }
  return text.length - 1;
}

/** `"a"` and `"\u0061"` are the same name. */
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
