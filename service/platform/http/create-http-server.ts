import proxyAddress from "@fastify/proxy-addr";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from "fastify";
import { serializerCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { config as configureZod } from "zod/v4/core";
import { en } from "zod/v4/locales";
import type { PlatformDeps } from "../platform-deps.ts";
import { randomToken } from "../randomness.ts";
import { ApiError } from "./api-error.ts";
import { type ApiKeyDirectory, addAuthentication, type ClientSecrets } from "./authentication.ts";
import { addBodyTimes } from "./body-times.ts";
import { addClientCors } from "./client-cors.ts";
import { addConnectionLimit, connectionTimes } from "./connection-limits.ts";
import { addDraining, type Draining } from "./drain-connections.ts";
import { addErrorHandlers, sendRefusal } from "./error-handlers.ts";
import { addForwardingNotice, type Forwarding } from "./forwarding-notice.ts";
import { addHealth } from "./health.ts";
import { acceptJson } from "./json-bodies.ts";
import { collectRoutes, type KnownRoute } from "./known-routes.ts";
import { addPublicLimits } from "./public-limits.ts";
import { refuseConnection } from "./refuse-connection.ts";
import { addRequestMetrics } from "./request-metrics.ts";
import { createStarting, type Starting } from "./starting.ts";
import { compileValidator, ignoreUnknownQueries } from "./validate-request.ts";

/** The Fastify instance for routes. Request and response types come from zod. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** For authenticated callers. Routes that accept documents set their own `bodyLimit`. */
const jsonBodyLimitBytes = 256 * 1024;

/**
 * Creates the server with everything that routes share: zod validation of requests and responses, one error format,
 * request ids, limits, security headers, authentication. A route must declare `config.access` and schemas of its body,
 * query and responses. Members that are not in the response's schema are not sent.
 */
export async function createHttpServer(
  deps: PlatformDeps,
  apiKeys: ApiKeyDirectory,
): Promise<{
  app: HttpServer;
  clientSecrets: ClientSecrets;
  routes: readonly KnownRoute[];
  draining: Draining;
  forwarding: Forwarding;
  starting: Starting;
}> {
  configureZod(en());
  const { config, random } = deps;
  const createRequestId = () => `req_${randomToken(random, 12)}`;
  const isTrusted = proxyAddress.compile([...config.trustedProxies]);
  const app = Fastify({
    logger: false,
    bodyLimit: jsonBodyLimitBytes,
    trustProxy: isTrusted,
    genReqId: createRequestId,
    requestIdHeader: false,
    routerOptions: { maxParamLength: 256 },
    // body-times.ts has a limit for each request. Node has only one for all.
    requestTimeout: 0,
    keepAliveTimeout: connectionTimes.keepAliveMs,
    http: {
      headersTimeout: connectionTimes.headersMs,
      connectionsCheckingInterval: connectionTimes.checkEveryMs,
    },
    forceCloseConnections: "idle",
    // During shutdown, requests on open connections are still served.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void reply.header("x-request-id", request.id);
      void sendRefusal(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, createRequestId()),
    // As options, because Fastify would otherwise load its own compilers first. Its types know only those.
    schemaController: {
      compilersFactory: {
        buildValidator: () => compileValidator as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
  }).withTypeProvider<ZodTypeProvider>();
  addConnectionLimit(app, {
    max: config.connectionsPerAddress,
    isTrusted: (address) => isTrusted(address, 0),
  });

  addBodyTimes(app, connectionTimes.requestMs);

  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.setHeader("x-request-id", request.id);
    reply.raw.setHeader("x-content-type-options", "nosniff");
    reply.raw.setHeader("referrer-policy", "no-referrer");
    if (request.routeOptions.config.access !== "public") {
      reply.raw.setHeader("cache-control", "no-store");
    }
    if (config.environment === "production") {
      reply.raw.setHeader("strict-transport-security", "max-age=63072000");
    }
    // PostgreSQL fails on NUL, and no valid id or text contains it.
    done(request.url.includes("%00") ? new ApiError("not_found") : undefined);
  });
  acceptJson(app);
  const routes = collectRoutes(app);
  addErrorHandlers(app, { log: deps.log, routes });
  ignoreUnknownQueries(app);
  addRequestMetrics(app, deps);
  const draining = addDraining(app);
  const forwarding = addForwardingNotice(app, deps);
  addPublicLimits(app, { clock: deps.machineClock, rateLimit: config.rateLimits.public });
  const clientSecrets = addAuthentication(app, deps, apiKeys);
  addClientCors(app, config.publicUrl);
  const starting = createStarting(deps.log);
  addHealth(app, deps, { draining, forwarding, starting });
  return { app, clientSecrets, routes, draining, forwarding, starting };
}
