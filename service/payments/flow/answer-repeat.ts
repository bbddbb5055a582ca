import type { ClientPayment } from "#contract/client/payments";
import { ApiError } from "../../platform/http/api-error.ts";
import type { BegunResponse } from "../../platform/http/idempotency.ts";
import { attemptOf } from "../records.ts";
import { attemptStatus } from "../states/attempt-states.ts";
import { type AttemptHandle, responseOf } from "./attempt-handle.ts";

/**
 * Answers a repeated request whose first run was cut off after it stored a change: the attempt as stored, in the shape
 * of the request's own response. Only reads: until the recovery job ends the attempt, the response is pending and the
 * client asks again.
 */
export async function answerRepeat(
  handle: Pick<AttemptHandle, "deps" | "paymentIntentId" | "paymentId" | "successCode">,
): Promise<BegunResponse<ClientPayment>> {
  // Another process may have ended the attempt.
  const intent = await handle.deps.store.read(handle.paymentIntentId);
  const attempt = intent && attemptOf(intent, handle.paymentId);
  if (!intent || !attempt) throw new ApiError("resource_not_found");
  return {
    response: responseOf(handle, intent),
    isFinal: attemptStatus(attempt.step) !== "pending",
  };
}
