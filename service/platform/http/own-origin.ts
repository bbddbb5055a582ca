import type { FastifyRequest } from "fastify";
import { ApiError } from "./api-error.ts";

/**
 * Whether a browser's call comes from a page that this service served. Browsers name the page's
 * origin on every cross-origin and every state-changing call; ours is the public origin, or whatever
 * host name was asked. No `Origin` at all: not a page of somebody else's.
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
