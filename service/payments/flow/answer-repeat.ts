import type { ClientPayment } from "#contract/client/payments";
import { ApiError } from "../../platform/http/api-error.ts";
import type { BegunAnswer } from "../../platform/http/idempotency.ts";
import { attemptOf } from "../records.ts";
import { attemptStatus } from "../states/attempt-states.ts";
import { type AttemptHandle, answerOf } from "./attempt-handle.ts";

/**
 * Answers a repeated request whose first run was cut off after it started or continued an attempt.
 * The answer is the attempt as stored, in the shape of the request's own answer. It only reads: the
 * recovery job ends the attempt, and until then the answer is pending and the client asks again.
 */
export async function answerRepeat(
  handle: Pick<AttemptHandle, "deps" | "paymentIntentId" | "paymentId" | "successCode">,
): Promise<BegunAnswer<ClientPayment>> {
  // Reads the store, because another process may have ended the attempt.
  const intent = await handle.deps.store.read(handle.paymentIntentId);
  const attempt = intent && attemptOf(intent, handle.paymentId);
  if (!intent || !attempt) throw new ApiError("resource_not_found");
  return {
    answer: answerOf(handle, intent),
    isFinal: attemptStatus(attempt.step) !== "pending",
  };
}
