import type { FastifyInstance, FastifySchemaCompiler } from "fastify";
import { $ZodNever, $ZodObject, type $ZodType, safeParse } from "zod/v4/core";
import { ApiError } from "./api-error.ts";
import { type RequestPart, validationRefusal } from "./field-errors.ts";

const partOf: Readonly<Record<string, RequestPart>> = {
  body: "body",
  querystring: "query",
  params: "path",
  headers: "headers",
};

/**
 * Validates a request's parts with the zod schemas of its route. A refused part becomes the response's
 * {@link ApiError}.
 *
 * A missing body counts as an empty object if the schema accepts one. So only a schema with required fields requires a
 * body (400 `body_required`).
 */
export const compileValidator: FastifySchemaCompiler<$ZodType> = ({ schema, httpPart }) => {
  const part = partOf[httpPart ?? "body"] ?? "body";
  return (data: unknown) => {
    const result = safeParse(schema, data);
    if (result.success) return { value: result.data };
    // Fastify passes null for a missing body.
    if (part === "body" && data === null) {
      const empty = safeParse(schema, {});
      return empty.success ? { value: empty.data } : { error: new ApiError("body_required") };
    }
    return { error: validationRefusal(result.error.issues, part) };
  };
};

/** Refuses to register a route whose query schema refuses unknown parameters: links pick up tracking parameters. */
export function ignoreUnknownQueries(app: FastifyInstance): void {
  app.addHook("onRoute", ({ url, method, schema }) => {
    const query = schema?.querystring;
    if (query instanceof $ZodObject && query._zod.def.catchall instanceof $ZodNever) {
      throw new Error(`${String(method)} ${url} refuses unknown query parameters; use z.object`);
    }
  });
}
