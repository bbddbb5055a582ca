import type { FastifyInstance } from "fastify";
import { ApiError } from "./api-error.ts";
import { isOwnOrigin } from "./own-origin.ts";

const clientPrefix = "/v1/client/";

/**
 * Adds CORS headers to the routes that frames call: only for the frames' own origin, never `*`, without cookies. Pages
 * cannot read the responses of other routes below /v1.
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
