import type { FastifyInstance } from "fastify";
import type { PlatformDeps } from "../platform-deps.ts";
import { hashSecret, isSameSecret } from "../secrets/hash-secret.ts";
import { ApiError } from "./api-error.ts";
import type { Draining } from "./drain-connections.ts";
import type { Forwarding } from "./forwarding-notice.ts";

/**
 * For whoever runs the service: `/healthz` (this process answers), `/readyz` (it can serve: the
 * store answers and it isn't stopping), `/metrics` (Prometheus; with a METRICS_TOKEN only to its
 * bearer, and in production only with one). `/readyz` lists `warnings` beside its status.
 */
export function addHealth(
  app: FastifyInstance,
  deps: PlatformDeps,
  draining: Draining,
  forwarding: Forwarding,
): void {
  const { database, metrics, config, log, keyring } = deps;
  const options = { config: { access: "public" as const }, schema: { hide: true } };
  let pinging: Promise<void> | undefined;
  /** One question to the store answers all who ask meanwhile: anybody may ask, as often as they like. */
  const ping = () => {
    pinging ??= database.ping().finally(() => {
      pinging = undefined;
    });
    return pinging;
  };
  app.get("/healthz", options, () => ({ status: "ok" }));
  app.get("/readyz", options, async () => {
    if (draining.isBegun()) throw new ApiError("service_unavailable");
    try {
      await ping();
    } catch (error) {
      log.warn("the store does not answer", { error });
      throw new ApiError("service_unavailable", { cause: error });
    }
    // The log of the job that looks after keys says which key is missing.
    if (keyring.problem() !== undefined) throw new ApiError("service_unavailable");
    return { status: "ready", warnings: warningsOf(forwarding) };
  });
  const isProduction = config.environment === "production";
  const tokenHash = config.metricsToken === undefined ? undefined : hashSecret(config.metricsToken);
  app.get("/metrics", options, async (request, reply) => {
    if (tokenHash === undefined && isProduction) throw new ApiError("not_found");
    const given = request.headers.authorization?.replace(/^Bearer +/i, "") ?? "";
    if (tokenHash !== undefined && !isSameSecret(hashSecret(given), tokenHash)) {
      throw new ApiError("api_key_invalid");
    }
    const { contentType, text } = await metrics.expose();
    return reply.type(contentType).send(text);
  });
}

/** What does not keep the service from serving, and still is wrong. Anyone may read it: no addresses. */
function warningsOf(forwarding: Forwarding): object[] {
  const notice = forwarding.notice();
  if (!notice) return [];
  return [
    {
      code: "proxy_not_trusted",
      message:
        "A proxy sends forwarding headers, and TRUSTED_PROXIES does not name it. Set TRUSTED_PROXIES to its " +
        "address, or to the ranges that its provider publishes; the log names it.",
      header: notice.header,
      requests: notice.requests,
      lastSeenAt: new Date(notice.lastSeenAtMs).toISOString(),
    },
  ];
}
