import { type AttemptPatch, moveAttempt, patchAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../records.ts";
import type { AttemptEvent } from "../states/attempt-states.ts";
import { type ChangeResult, changeIntent } from "../store/change-intent.ts";

export interface AttemptUpdate {
  /** Absent: only fields change, without a webhook event. */
  readonly event?: AttemptEvent;
  readonly patch?: AttemptPatch;
  /** A message of the attempt. See contract/payment-reasons. */
  readonly reason?: string;
}

/**
 * Applies an update from a rail, a bank or a chain. `decide` returns the update for the current attempt, or null. It
 * must only read, because a newer record causes another call.
 *
 * Repeated, late and out-of-order updates do no harm: only transitions of the table are made, and only one of two
 * concurrent calls writes. The webhook event is in the same statement. `written`: this call made the change. Undefined
 * if there is no such payment.
 */
export async function applyUpdate(
  deps: Pick<PaymentsDeps, "clock" | "keyring" | "store">,
  paymentId: string,
  decide: (attempt: AttemptRecord, intent: IntentRecord) => AttemptUpdate | null,
): Promise<ChangeResult | undefined> {
  const found = await deps.store.findByPayment(paymentId);
  if (!found) return undefined;
  await deps.keyring.load(found.operatorId);
  return changeIntent(deps.store, found.paymentIntentId, (intent) => {
    const attempt = attemptOf(intent, paymentId);
    const update = attempt && decide(attempt, intent);
    if (!update) return null;
    const { event, patch = {}, reason = null } = update;
    const nowMs = deps.clock.nowMs();
    return event === undefined
      ? patchAttempt(intent, attempt, nowMs, patch, reason)
      : moveAttempt(intent, attempt, event, nowMs, patch, reason);
  });
}
