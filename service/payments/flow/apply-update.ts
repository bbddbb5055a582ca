import { type AttemptPatch, moveAttempt, patchAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../records.ts";
import type { AttemptEvent } from "../states/attempt-states.ts";
import { type ChangeResult, changeIntent } from "../store/change-intent.ts";

/** An update of an attempt from an outside party. */
export interface AttemptUpdate {
  /**
   * The event that moves the attempt. Absent: only fields change, and no webhook event is sent.
   */
  readonly event?: AttemptEvent;
  readonly patch?: AttemptPatch;
  /** Stored as a message of the attempt. See contract/payment-reasons. */
  readonly reason?: string;
}

/**
 * Applies an update from an outside party: a rail, a bank or a chain. `decide` gets the present
 * attempt and returns the update, or null for none. It may be called again with a newer record, so
 * it must only read.
 *
 * Repeated, late and out-of-order updates do no harm. A transition that is not in the table is not
 * made, and only one of two concurrent calls writes. The same statement writes the operator's
 * webhook event. `written` says whether this call made the change. The result is undefined if there
 * is no such payment.
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
