import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { RateLimit } from "../config-values.ts";
import { tooManyRequests } from "./authentication.ts";
import { networkOf } from "./network-of.ts";
import { createTokenBucket } from "./token-bucket.ts";

/** Limit for bodies of public routes, whose callers are unknown. */
export const publicBodyLimitBytes = 16 * 1024;

/**
 * Limit of vendors' signed notices, whose callers are unknown until the body is read. A dispute's event can have all
 * texts of its evidence.
 */
export const noticeBodyLimitBytes = 256 * 1024;

const bodyless: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * Limits public routes: small bodies, and a rate per address, checked before the body is read. Requests without a body
 * (pages, scripts, health checks) do not count: a page loads many files, and an office shares one address.
 *
 * Call it before any route is registered.
 */
export function addPublicLimits(
  app: FastifyInstance,
  { clock, rateLimit }: { clock: Clock; rateLimit: RateLimit },
): void {
  const byAddress = createTokenBucket(rateLimit, clock);
  app.addHook("onRoute", (route) => {
    if (route.config?.access !== "public") return;
    const most = route.config.takesNotices ? noticeBodyLimitBytes : publicBodyLimitBytes;
    route.bodyLimit = Math.min(route.bodyLimit ?? most, most);
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const isCounted =
      request.routeOptions.config.access === "public" && !bodyless.has(request.method);
    const waitMs = isCounted ? byAddress.take(networkOf(request.ip)) : 0;
    done(waitMs > 0 ? tooManyRequests(waitMs) : undefined);
  });
}
