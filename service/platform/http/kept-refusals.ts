/** Which refusals become an idempotency key's response. */
import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors";
import { toApiError } from "./error-handlers.ts";
import type { ApiResponse } from "./idempotency.ts";

export function refusalOf(
  request: FastifyRequest,
  error: unknown,
): ApiResponse<{ errorCode: ErrorCode }> {
  const refusal = toApiError(error);
  const body = { ...refusal.toBody(), errorCode: refusal.code, requestId: request.id };
  return { statusCode: refusal.statusCode, body };
}

/**
 * Refusals that concern one secret key. An operator's keys share its idempotency keys: another key may be allowed this,
 * or this one tomorrow.
 */
const refusalsOfKey: readonly ErrorCode[] = ["dual_control_required", "approval_limit_exceeded"];

/** Whether a refusal is stored: not if it is temporary or concerns one secret key. */
export function isKept({
  statusCode,
  body: { errorCode },
}: ApiResponse<{ errorCode: ErrorCode }>): boolean {
  const isPassing = statusCode >= 500 || statusCode === 401 || statusCode === 429;
  return !isPassing && !refusalsOfKey.includes(errorCode);
}
