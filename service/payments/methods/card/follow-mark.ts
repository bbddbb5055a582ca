import type { ChargeOutcome } from "../../../providers/processor/index.ts";
import { type AttemptHandle, attemptOfHandle, patch } from "../../flow/attempt-handle.ts";
import { raiseAlarm, verdictOf } from "../../outcomes/compare-payment.ts";
import { confirmMark } from "../../outcomes/mark-store.ts";
import { nextLateCheckMs } from "../../outcomes/outcome-rules.ts";
import type { OutcomeMark } from "../../outcomes/records.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, IntentRecord } from "../../records.ts";
import { sumSentByCharge } from "../../refunds/read-refunds.ts";

type LookUp = (
  deps: PaymentsDeps,
  intent: IntentRecord,
  attempt: AttemptRecord,
) => Promise<ChargeOutcome>;

/**
 * Asks the processor about a marked payment. A response that agrees with the mark, or with a later correction, confirms
 * it; another response raises an alarm. Neither moves money. Without a response it asks again, a bounded number of
 * times.
 */
export async function followMark(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
  mark: OutcomeMark,
  { lookUp, isJob }: { readonly lookUp: LookUp; readonly isJob: boolean },
): Promise<ChargeOutcome> {
  const { deps } = handle;
  const outcome = await lookUp(deps, intent, attempt);
  // A person can have corrected the payment during the look-up.
  const latest = attemptOfHandle(handle, (await deps.store.read(intent.paymentIntentId)) ?? intent);
  const verdict = verdictOf(latest, await withoutOwnRefunds(handle, latest, outcome));
  const nowMs = deps.clock.nowMs();
  if (verdict === "agreed") {
    if (mark.outcome === latest.step) await confirmMark(deps.database.kysely, mark, nowMs);
  } else if (verdict) await raiseAlarm(deps, mark.subject, verdict, outcome);
  // A charge that is not found can still turn up.
  const isFinal = verdict !== null && outcome.type !== "not_found";
  if (!isFinal && !isJob) return outcome;
  await patch(handle, (latest) =>
    latest.step === attempt.step
      ? {
          checks: latest.checks + 1,
          nextCheckAtMs: isFinal ? null : nextLateCheckMs(latest.checks + 1, nowMs),
        }
      : null,
  );
  return outcome;
}

/**
 * The outcome of the charge itself. Processors show a charge as reversed if refunds returned all of it, by a void or in
 * parts; those that we sent prove that it was charged.
 */
async function withoutOwnRefunds(
  { deps, operatorId }: AttemptHandle,
  { paymentId, step, price }: AttemptRecord,
  outcome: ChargeOutcome,
): Promise<ChargeOutcome> {
  if (outcome.type !== "reversed" || step !== "success") return outcome;
  const sentMinor = await sumSentByCharge(deps.database.kysely, { operatorId, paymentId });
  if (sentMinor < price.totalMinor) return outcome;
  return { type: "approved", chargeId: outcome.chargeId };
}

/** Opens an alarm about a charge that went through after its payment was marked. */
export async function raiseLateCharge(
  handle: AttemptHandle,
  mark: OutcomeMark,
  chargeId: string,
): Promise<void> {
  const outcome = { type: "approved", chargeId } as const;
  await raiseAlarm(handle.deps, mark.subject, "happened_after_all", outcome);
}
