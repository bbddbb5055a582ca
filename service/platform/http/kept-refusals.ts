/** Which refusals are stored as the answer of an idempotency key. */
import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors";
import { toApiError } from "./error-answers.ts";
import type { Answer } from "./idempotency.ts";

/** The answer that a refused request gets. */
export function refusalOf(
  request: FastifyRequest,
  error: unknown,
): Answer<{ errorCode: ErrorCode }> {
  const refusal = toApiError(error);
  const body = { ...refusal.toBody(), errorCode: refusal.code, requestId: request.id };
  return { statusCode: refusal.statusCode, body };
}

/**
 * Refusals that concern one secret key. All keys of an operator share its idempotency keys; another
 * key may be allowed to do this, or this one tomorrow.
 */
const refusalsOfKey: readonly ErrorCode[] = ["dual_control_required", "approval_limit_exceeded"];

/** Whether a refusal is stored. Temporary ones and those of one secret key are not. */
export function isKept({
  statusCode,
  body: { errorCode },
}: Answer<{ errorCode: ErrorCode }>): boolean {
  const isPassing = statusCode >= 500 || statusCode === 401 || statusCode === 429;
  return !isPassing && !refusalsOfKey.includes(errorCode);
}
