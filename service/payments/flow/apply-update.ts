import { type AttemptPatch, moveAttempt, patchAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../records.ts";
import type { AttemptEvent } from "../states/attempt-states.ts";
import { type ChangeResult, changeIntent } from "../store/change-intent.ts";

/** What somebody outside has told of an attempt. */
export interface AttemptUpdate {
  /** Absent: only facts have changed, the attempt stays where it is and nobody is told. */
  readonly event?: AttemptEvent;
  readonly patch?: AttemptPatch;
  /** Kept as a message; see the catalogue of reasons. */
  readonly reason?: string;
}

/**
 * Takes an outcome from outside: a rail's, a bank's, a chain's. `decide` is given the attempt as it is and
 * says what follows, null: nothing. It may be called again with a newer record, so it only reads.
 *
 * Told twice, late or out of order it does no harm: a way that the table of steps does not have is not
 * gone, and of two who bring the same news at once one writes. The event for the operator is written in
 * the same statement. `written` tells whether this call did it; undefined if there is no such payment.
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
    const news = attempt && decide(attempt, intent);
    if (!news) return null;
    const { event, patch = {}, reason = null } = news;
    const nowMs = deps.clock.nowMs();
    return event === undefined
      ? patchAttempt(intent, attempt, nowMs, patch, reason)
      : moveAttempt(intent, attempt, event, nowMs, patch, reason);
  });
}
