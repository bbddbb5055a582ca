import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import type { Log } from "../log.ts";
import { ApiError } from "./api-error.ts";
import type { KnownRoute } from "./known-routes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the refusal; null if none was sent. */
    refusalCode: string | null;
  }
}

/** Our codes for Fastify's own refusals of a body. */
const codesOfFastify: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed_json",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_TYPE: "unsupported_media_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
  FST_ERR_BAD_URL: "not_found",
};

/**
 * Sends every refusal and failure in the one error body. An unexpected error is logged; its response contains only a
 * request id.
 */
export function addErrorHandlers(
  app: FastifyInstance,
  { log, routes }: { log: Log; routes: readonly KnownRoute[] },
): void {
  app.decorateRequest("refusalCode", null);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = sendRefusal(error, request, reply);
    if (refusal.statusCode < 500) return;
    // Probes ask every second while a process starts or stops. The reasons for which it is not ready have their own lines.
    if (error instanceof ApiError && request.routeOptions.url === "/readyz") return;
    log.error("request failed", {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "",
      errorCode: refusal.code,
      error: error instanceof ApiError ? (error.cause ?? error) : error,
    });
  });
  const patterns = new Map<string, RegExp>();
  app.addHook("onRoute", ({ url }) => {
    patterns.set(url, patternOf(url));
  });
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const methods = routes
      .filter(({ url }) => patterns.get(url)?.test(path))
      .map(({ method }) => method);
    const refusal = new ApiError(methods.length > 0 ? "method_not_allowed" : "not_found");
    return reply
      .code(refusal.statusCode)
      .headers(methods.length > 0 ? { allow: [...new Set(methods)].join(", ") } : {})
      .send({ ...refusal.toBody(), requestId: request.id });
  };
  app.setNotFoundHandler(refuseUnknown);
  // This hook refuses before the body is read.
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    void refuseUnknown(request, reply);
  });
}

/** Sends the refusal that {@link toApiError} makes of `error`. */
export function sendRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): ApiError {
  const refusal = toApiError(error);
  request.refusalCode = refusal.code;
  if (refusal.statusCode === 401) void reply.header("www-authenticate", bearerChallenge(request));
  void reply
    .code(refusal.statusCode)
    .headers({ ...retryAfterOf(refusal), ...refusal.headers })
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ ...refusal.toBody(), requestId: request.id });
  return refusal;
}

/** Every 503 has `Retry-After`: one second, or the refusal's own. */
function retryAfterOf({ statusCode }: ApiError): Record<string, string> {
  return statusCode === 503 ? { "retry-after": "1" } : {};
}

/** Returns a 401's challenge (RFC 6750 §3): asks for a token, or for another one than the request had. */
export function bearerChallenge(request: FastifyRequest): string {
  const sent = /^Bearer +\S/i.test(request.headers.authorization ?? "");
  return `Bearer realm="Tessera"${sent ? ', error="invalid_token"' : ""}`;
}

/** Converts Fastify's path pattern (`/a/:id`, `/a/*`), to distinguish a wrong method from a wrong path. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/:[^/]+/g, "[^/]+").replace(/\*/g, ".*")}$`);
}

/** The connection may have broken after a commit and before its response. */
const outcomeUnknown =
  "The service can't answer at the moment. A change may have been made or not: " +
  "send the same request again with the same Idempotency-Key.";

/** Converts `error` to the refusal that the caller may see. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // The store's error for a row about a customer who was erased a moment before.
  if ((error as { code?: unknown }).code === "TE001") return new ApiError("resource_not_found");
  if (isStoreUnavailable(error)) {
    return new ApiError("service_unavailable", { message: outcomeUnknown, cause: error });
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : codesOfFastify[code];
  if (known) return new ApiError(known);
  if (statusCode === 400 && error instanceof SyntaxError) return new ApiError("malformed_json");
  return new ApiError("internal_error", { cause: error });
}
