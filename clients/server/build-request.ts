import type { CallShape, FileBody } from "./call-types.ts";
import { usage } from "./check-options.ts";

type Params = Readonly<Record<string, unknown>>;

/** What one call sends, without the parts that all calls share. */
export interface BuiltRequest {
  method: string;
  /** Path and query. */
  target: string;
  body: string | Uint8Array | Blob | undefined;
  contentType: string | undefined;
}

/**
 * Puts parameters into path, query and body.
 * @throws TesseraError `invalid_usage` for a path parameter that is missing or would name another path, and for a
 *   parameter that the call does not have.
 */
export function buildRequest(name: string, shape: CallShape, params: Params): BuiltRequest {
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const path = shape.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest.get(key);
    rest.delete(key);
    return segmentOf(name, key, value);
  });
  const query = new URLSearchParams();
  for (const key of shape.query ?? []) {
    if (rest.has(key)) query.set(key, String(rest.get(key)));
    rest.delete(key);
  }
  const target = query.size > 0 ? `${path}?${query}` : path;
  const { method } = shape;
  if (shape.body === "json") {
    const body = JSON.stringify(Object.fromEntries(rest));
    return { method, target, body, contentType: "application/json" };
  }
  const file = shape.body === "file" ? rest.get("file") : undefined;
  if (shape.body === "file") {
    if (!isFileBody(file)) throw usage(`${name} needs \`file\` as text, bytes or a Blob.`);
    rest.delete("file");
  }
  const [unknown] = rest.keys();
  if (unknown !== undefined) throw usage(`${name} has no parameter \`${unknown}\`.`);
  return {
    method,
    target,
    body: file as FileBody | undefined,
    contentType: file === undefined ? undefined : "application/octet-stream",
  };
}

/** A part of the path. URLs resolve `.` and `..`, even percent-encoded, so neither can be sent. */
function segmentOf(name: string, key: string, value: unknown): string {
  const text = typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string" || text === "") throw usage(`${name} needs \`${key}\`.`);
  if (text === "." || text === "..") throw usage(`${name} cannot use "${text}" as \`${key}\`.`);
  try {
    return encodeURIComponent(text);
  } catch {
    throw usage(`${name} cannot use \`${key}\`, which is not well-formed Unicode.`);
  }
}

function isFileBody(value: unknown): value is FileBody {
  return typeof value === "string" || value instanceof Uint8Array || value instanceof Blob;
}
