import type { FastifyRequest } from "fastify";
import { ApiError } from "./api-error.ts";

/**
 * Whether a request comes from a page of this service. Browsers send the page's origin with every cross-origin and
 * every state-changing request. Ours is the public origin or the request's own host. A request without `Origin` does
 * not come from another site's page.
 */
export function isOwnOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  return (
    origin === undefined ||
    origin === publicUrl ||
    origin === `${request.protocol}://${request.host}`
  );
}

/** Throws `origin_not_allowed` unless {@link isOwnOrigin}. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isOwnOrigin(request, publicUrl)) throw new ApiError("origin_not_allowed");
}
