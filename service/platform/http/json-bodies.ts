import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, fieldError } from "./api-error.ts";
import { shortenPath } from "./field-errors.ts";
import { findJsonExcess } from "./json-excess.ts";

/** Escapes that may produce unstorable characters: NUL and surrogates. */
const suspect = /\\u(?:0000|d[89a-f])/i;

/** NUL, which PostgreSQL's text cannot hold, and unpaired surrogates. */
const unstorable = /\0|\p{Surrogate}/u;

/**
 * Reads request bodies.
 *
 * - An empty body counts as missing, whatever its content type: old clients send POSTs as forms.
 * - JSON that nests too deeply, has too many values or repeats a name is refused before it is parsed.
 * - Malformed JSON, poisoned prototypes and text that the store cannot hold are refused.
 * - Any other content type is refused at its first byte.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  parseAsJson(app, "application/json");
  app.addContentTypeParser("*", (_request: FastifyRequest, payload: Readable, done) => {
    const finish = (error: Error | null) => {
      payload.off("data", refuse).off("end", accept).off("error", finish);
      done(error, undefined);
    };
    const refuse = () => finish(new ApiError("unsupported_media_type"));
    const accept = () => finish(null);
    payload.on("data", refuse).on("end", accept).on("error", finish);
  });
  // Fastify checks the content type even without a body.
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody =
      headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
    const isTyped = /^[^\s/;]+\/[^\s/;]+/.test(headers["content-type"] ?? "");
    if (!hasBody || !isTyped) delete headers["content-type"];
    done();
  });
}

/** Vendors' own JSON types, such as `application/vnd.worldpay.events-v1.hal+json`. */
export const vendorJson = /^application\/vnd\.[a-z0-9.-]{1,80}\+json(?:;|$)/;

/** Reads bodies of these types as JSON, with the limits of `application/json`. */
export function parseAsJson(app: FastifyInstance, types: string | RegExp): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser(types, { parseAs: "string" }, (request, given, done) => {
    const text = given as string;
    if (text === "") return done(null, undefined);
    const excess = findJsonExcess(text);
    if (excess) return done(refusalOf(excess), undefined);
    if (!suspect.test(text)) return parse(request, text, done);
    void parse(request, text, (error: Error | null, body?: unknown) => {
      const path = error ? undefined : findUnstorable(body);
      if (path === undefined) return done(error, body);
      done(refusalAt("validation_failed", "invalid_value", path), undefined);
    });
  });
}

function refusalOf(excess: NonNullable<ReturnType<typeof findJsonExcess>>): ApiError {
  return excess.code === "duplicate_field"
    ? refusalAt("duplicate_field", "duplicate_field", excess.path)
    : new ApiError(excess.code);
}

function refusalAt(
  code: "validation_failed" | "duplicate_field",
  errorCode: "invalid_value" | "duplicate_field",
  path: string,
): ApiError {
  return new ApiError(code, { errors: [fieldError(shortenPath(path), errorCode)] });
}

/** A place in a body, linked to its container, so that no path is copied on the way down. */
interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly owner: Place | undefined;
}

/** Returns the path of the first unstorable text; for a member's name, its container's path. */
function findUnstorable(body: unknown): string | undefined {
  const waiting: Place[] = [{ value: body, name: "", owner: undefined }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value } = place;
    if (typeof value === "string" && unstorable.test(value)) return pathOf(place);
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (unstorable.test(name)) return pathOf(place);
      waiting.push({ value: member, name, owner: place });
    }
  }
  return undefined;
}

function pathOf(found: Place): string {
  const names: string[] = [];
  for (let place = found; place.owner !== undefined; place = place.owner) names.push(place.name);
  return names.reverse().join(".");
}
