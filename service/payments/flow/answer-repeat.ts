import type { ClientPayment } from "#contract/client/payments";
import { ApiError } from "../../platform/http/api-error.ts";
import type { BegunAnswer } from "../../platform/http/idempotency.ts";
import { attemptOf } from "../records.ts";
import { attemptStatus } from "../states/attempt-states.ts";
import { type AttemptHandle, answerOf } from "./attempt-handle.ts";

/**
 * What a request is answered that was cut off after it had begun an attempt, or gone on with it: the attempt
 * as it is now, in the shape of the request's own answer. It only reads. What a crash cut off is ended by
 * the recovery job, and while that is still to come the attempt is pending: told so, and asked again later.
 */
export async function answerRepeat(
  handle: Pick<AttemptHandle, "deps" | "paymentIntentId" | "paymentId" | "successCode">,
): Promise<BegunAnswer<ClientPayment>> {
  // Not from memory: another process may have ended it.
  const intent = await handle.deps.store.read(handle.paymentIntentId);
  const attempt = intent && attemptOf(intent, handle.paymentId);
  if (!intent || !attempt) throw new ApiError("resource_not_found");
  return {
    answer: answerOf(handle, intent),
    isFinal: attemptStatus(attempt.step) !== "pending",
  };
}
