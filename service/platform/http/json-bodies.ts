import type { FastifyInstance } from "fastify";

/**
 * Reads JSON bodies: malformed ones and poisoned prototypes are refused. A DELETE may name the
 * content type and have no body, as many HTTP clients do.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "" && request.method === "DELETE") done(null, undefined);
    else parse(request, text as string, done);
  });
}
