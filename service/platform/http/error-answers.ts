import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { type ErrorCode, errorCodes, type FieldError } from "../../../contract/errors.ts";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import type { Log } from "../log.ts";
import { ApiError } from "./api-error.ts";

/** Fastify's own refusals of a body, and our names for them. */
const codesOfFastify: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed_json",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed_json",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_TYPE: "unsupported_media_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
  FST_ERR_BAD_URL: "not_found",
};

/**
 * Every refusal and failure leaves through here, in the one shape. What was not expected is logged
 * and answered with nothing but a request id.
 */
export function addErrorAnswers(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = sendRefusal(error, request, reply);
    if (refusal.statusCode < 500) return;
    log.error("request failed", {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "",
      errorCode: refusal.code,
      error: error instanceof ApiError ? (error.cause ?? error) : error,
    });
  });
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, pattern: patternOf(url) });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    const refusal = new ApiError(methods.length > 0 ? "method_not_allowed" : "not_found");
    return reply
      .code(refusal.statusCode)
      .headers(methods.length > 0 ? { allow: [...new Set(methods)].join(", ") } : {})
      .send({ ...refusal.toBody(), requestId: request.id });
  });
}

/** Sends `error` as what the caller is told about it ({@link toApiError}). */
export function sendRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): ApiError {
  const refusal = toApiError(error);
  void reply
    .code(refusal.statusCode)
    .headers({ ...whenToComeAgain(refusal), ...refusal.headers })
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ ...refusal.toBody(), requestId: request.id });
  return refusal;
}

/** A 503 always says when to come again: in a second, unless the refusal knows better. */
function whenToComeAgain({ statusCode }: ApiError): Record<string, string> {
  return statusCode === 503 ? { "retry-after": "1" } : {};
}

/** A path pattern of Fastify (`/a/:id`, `/a/*`), to tell a wrong method from a wrong path. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/:[^/]+/g, "[^/]+").replace(/\*/g, ".*")}$`);
}

/** The connection to the store may have broken after a commit and before its answer. */
const outcomeUnknown =
  "The service can't answer at the moment. A change may have been made or not: " +
  "send the same request again with the same Idempotency-Key.";

/** What the caller is told about `error`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return validationRefusal(error.validation, error.validationContext);
  }
  if (isStoreUnavailable(error)) {
    return new ApiError("service_unavailable", { message: outcomeUnknown, cause: error });
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : codesOfFastify[code];
  if (known) return new ApiError(known);
  if (statusCode === 400 && error instanceof SyntaxError) return new ApiError("malformed_json");
  return new ApiError("internal_error", { cause: error });
}

interface Issue {
  keyword: string;
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}

/** Codes that say where a field is wrong, but not yet what the request broke. */
const generalCodes: ReadonlySet<string> = new Set(["required", "invalid_type", "invalid_value"]);

/** Field by field; where all have one telling code, it is the code of the whole. */
function validationRefusal(issues: readonly unknown[], context: string | undefined): ApiError {
  const errors = (issues as Issue[]).flatMap(describeIssue);
  const first = errors[0]?.errorCode ?? "validation_failed";
  const isShared = errors.every(({ errorCode }) => errorCode === first) && !generalCodes.has(first);
  const code = isShared ? (first as ErrorCode) : "validation_failed";
  const names = errors.map(({ path }) => path).filter(Boolean);
  const place = context === "querystring" ? "query" : context === "params" ? "path" : "body";
  const text = isShared ? errorCodes[code].message : `The ${place} has invalid fields.`;
  return new ApiError(code, {
    message: names.length > 0 ? `${text} (${names.join(", ")})` : text,
    errors,
  });
}

function describeIssue(issue: Issue): FieldError[] {
  const path = issue.instancePath.slice(1).replaceAll("/", ".");
  if (issue.keyword === "unrecognized_keys") {
    const keys = (issue.params["keys"] ?? []) as string[];
    return keys.map((key) => fieldError(path ? `${path}.${key}` : key, "unknown_field"));
  }
  // A schema's own check can name the code: `params: { errorCode: "amount_precision" }`.
  const named = (issue.params["params"] as { errorCode?: unknown } | undefined)?.errorCode;
  if (typeof named === "string" && Object.hasOwn(errorCodes, named)) {
    return [fieldError(path, named as ErrorCode)];
  }
  if (issue.keyword === "invalid_type" && isMissing(issue)) return [fieldError(path, "required")];
  return [
    {
      path,
      message: issue.message || errorCodes.invalid_value.message,
      errorCode: issue.keyword === "invalid_type" ? "invalid_type" : "invalid_value",
    },
  ];
}

/** zod says "received undefined" for what is not there; JSON itself has no undefined. */
function isMissing(issue: Issue): boolean {
  return issue.params["input"] === undefined && /received undefined/.test(issue.message ?? "");
}

function fieldError(path: string, errorCode: ErrorCode): FieldError {
  return { path, message: errorCodes[errorCode].message, errorCode };
}
