import type { FastifyInstance } from "fastify";
import type { PlatformDeps } from "../platform-deps.ts";

const bucketsSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Counts and times requests by route pattern, and logs them without sensitive data. */
export function addRequestMetrics(
  app: FastifyInstance,
  { metrics, log }: Pick<PlatformDeps, "metrics" | "log">,
): void {
  const durations = metrics.histogram(
    "http_request_duration_seconds",
    "Time from a request's arrival to the end of its response.",
    ["method", "route", "status"],
    bucketsSeconds,
  );
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    log.info("request", {
      requestId: request.id,
      method: request.method,
      route,
      statusCode: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      operatorId: request.caller?.operatorId,
    });
    done();
  });
}
