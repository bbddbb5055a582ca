import type { FastifyInstance } from "fastify";
import type { PlatformDeps } from "../platform-deps.ts";
import { hashSecret, isSameSecret } from "../secrets/hash-secret.ts";
import type { Keyring } from "../secrets/keyring.ts";
import { within } from "../within.ts";
import { ApiError } from "./api-error.ts";
import type { Draining } from "./drain-connections.ts";
import type { Forwarding } from "./forwarding-notice.ts";
import type { Starting } from "./starting.ts";

/** `/readyz` waits this many seconds for the store. Balancers give up after a few. */
const pingSeconds = 3;
/** Requests share a ping for this long. An older ping may wait on a dead connection although the store is back. */
const sharedForMs = 1_000;

interface ProcessState {
  readonly draining: Draining;
  readonly forwarding: Forwarding;
  readonly starting: Starting;
}

/**
 * Adds `/healthz` (this process answers), `/readyz` (the store answers within three seconds, and the process is neither
 * starting nor stopping; lists `warnings`), and `/metrics` (Prometheus; checks METRICS_TOKEN if set, which production
 * requires).
 */
export function addHealth(
  app: FastifyInstance,
  deps: PlatformDeps,
  { draining, forwarding, starting }: ProcessState,
): void {
  const { database, metrics, config, log, keyring } = deps;
  const options = { config: { access: "public" as const }, schema: { hide: true } };
  let pinging: Promise<void> | undefined;
  /**
   * Requests of the same second share one ping, because anyone may send any number of requests. A ping ends after three
   * seconds, so at most three run at once.
   */
  const ping = (): Promise<void> => {
    if (pinging) return pinging;
    const started = database.ping();
    const unshare = () => {
      if (pinging === started) pinging = undefined;
    };
    pinging = started;
    const timer = setTimeout(unshare, sharedForMs);
    void started
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        unshare();
      });
    return started;
  };
  /** Pings again each second, on another connection. Any response counts. Rejects when all pings have failed. */
  const requireStore = async (): Promise<void> => {
    const pings: Promise<void>[] = [];
    while (pings.length < pingSeconds) {
      pings.push(ping());
      const first = Promise.any(pings).catch(({ errors }: AggregateError) => {
        throw errors.at(-1);
      });
      if ((await within(first, sharedForMs)) !== "late") return;
    }
    throw new Error(`no answer in ${pingSeconds} seconds`);
  };
  app.get("/healthz", options, () => ({ status: "ok" }));
  app.get("/readyz", options, async () => {
    if (draining.hasBegun() || starting.state() === "running")
      throw new ApiError("service_unavailable");
    try {
      await requireStore();
    } catch (error) {
      log.warn("the store does not answer", { error });
      throw new ApiError("service_unavailable", { cause: error });
    }
    // The key maintenance job logs which key is missing.
    if (keyring.problem() !== undefined) throw new ApiError("service_unavailable");
    return { status: "ready", warnings: warningsOf(forwarding, keyring, starting) };
  });
  const isProduction = config.environment === "production";
  const tokenHash = config.metricsToken === undefined ? undefined : hashSecret(config.metricsToken);
  app.get("/metrics", options, async (request, reply) => {
    if (tokenHash === undefined && isProduction) throw new ApiError("not_found");
    const token = request.headers.authorization?.replace(/^Bearer +/i, "") ?? "";
    if (tokenHash !== undefined && !isSameSecret(hashSecret(token), tokenHash)) {
      throw new ApiError("api_key_invalid");
    }
    const { contentType, text } = await metrics.expose();
    return reply.type(contentType).send(text);
  });
}

/** Problems that do not stop the service. Anyone may read them, so they contain no addresses. */
function warningsOf(forwarding: Forwarding, keyring: Keyring, starting: Starting): object[] {
  const notice = forwarding.notice();
  // The text names the key, so it is only in the log.
  const ofKeyService = keyring.keyServiceProblem() !== undefined && {
    code: "key_service_unavailable",
    message:
      "The key service does not work. Operators whose keys are in memory are not affected, but this process " +
      "cannot start again, and new operators cannot be created. The log contains the reason.",
  };
  const ofFiles = starting.state() === "late" && {
    code: "files_not_stored",
    message:
      "This build's scripts are not in the database yet. During a rolling deploy, older processes answer 404 for " +
      "them. The log contains the reason.",
  };
  return [
    ...(ofFiles ? [ofFiles] : []),
    ...(ofKeyService ? [ofKeyService] : []),
    ...(notice ? [proxyWarning(notice)] : []),
  ];
}

function proxyWarning(notice: NonNullable<ReturnType<Forwarding["notice"]>>): object {
  return {
    code: "proxy_not_trusted",
    message:
      "A proxy that is not in TRUSTED_PROXIES sends forwarding headers. Set TRUSTED_PROXIES to its " +
      "address, or to the ranges that its provider publishes. The log contains the address.",
    header: notice.header,
    requests: notice.requests,
    lastSeenAt: new Date(notice.lastSeenAtMs).toISOString(),
  };
}
