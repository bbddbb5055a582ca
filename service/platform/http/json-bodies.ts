import type { FastifyInstance } from "fastify";
import { errorCodes } from "../../../contract/errors.ts";
import { ApiError } from "./api-error.ts";

/** Escapes of characters that no text may hold: NUL, and halves of a pair (perhaps whole ones). */
const suspect = /\\u(?:0000|d[89a-f])/i;

/** NUL, which PostgreSQL's text can't hold, and surrogates without their other half. */
const unstorable = /\0|\p{Surrogate}/u;

/**
 * Reads JSON bodies: malformed ones and poisoned prototypes are refused, and so is text that no
 * store and no other program could take as it is. A DELETE may name the content type and have no
 * body, as many HTTP clients do.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, given, done) => {
    const text = given as string;
    if (text === "" && request.method === "DELETE") return done(null, undefined);
    if (!suspect.test(text)) return parse(request, text, done);
    void parse(request, text, (error: Error | null, body?: unknown) => {
      const path = error ? undefined : findUnstorable(body, []);
      if (path === undefined) return done(error, body);
      const { message } = errorCodes.invalid_value;
      const errors = [{ path: path.join("."), message, errorCode: "invalid_value" }];
      done(new ApiError("validation_failed", { errors }), undefined);
    });
  });
}

/** Where in a parsed body the first such text is, a member's name counting as its owner's. */
function findUnstorable(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === "string") return unstorable.test(value) ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = unstorable.test(name) ? path : findUnstorable(member, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
