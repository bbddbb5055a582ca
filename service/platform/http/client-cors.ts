import type { FastifyInstance } from "fastify";
import { ApiError } from "./api-error.ts";
import { isOwnOrigin } from "./own-origin.ts";

const clientPrefix = "/v1/client/";

/**
 * CORS for what the frames call: answered for the frames' own origin only, never `*`, and without
 * cookies. Everything else under /v1 carries no CORS headers at all, so pages can't read it.
 */
export function addClientCors(app: FastifyInstance, publicUrl: string): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && request.url.startsWith(clientPrefix)) {
      reply.header("vary", "origin");
      if (isOwnOrigin(request, publicUrl)) {
        reply.header("access-control-allow-origin", origin);
        reply.header(
          "access-control-expose-headers",
          "x-request-id, retry-after, idempotent-replayed",
        );
      }
    }
    done();
  });
  app.options(
    `${clientPrefix}*`,
    { config: { access: "public" }, schema: { hide: true } },
    (request, reply) => {
      if (!isOwnOrigin(request, publicUrl)) throw new ApiError("origin_not_allowed");
      return reply
        .code(204)
        .header("access-control-allow-methods", "GET, POST, PUT, DELETE")
        .header(
          "access-control-allow-headers",
          "authorization, content-type, idempotency-key, tessera-publishable-key",
        )
        .header("access-control-max-age", "7200")
        .send();
    },
  );
}
