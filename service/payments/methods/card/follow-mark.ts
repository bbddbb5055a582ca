import { inTransaction } from "../../../platform/database/transaction.ts";
import type { ChargeOutcome } from "../../../providers/processor/index.ts";
import { type AttemptHandle, patch } from "../../flow/attempt-handle.ts";
import { openAlarm } from "../../outcomes/alarm-store.ts";
import { confirmMark } from "../../outcomes/mark-store.ts";
import { nextLateCheckMs } from "../../outcomes/outcome-rules.ts";
import type { OutcomeAlarm, OutcomeMark } from "../../outcomes/records.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, IntentRecord } from "../../records.ts";

/** Asks the processor about the charge of an attempt. */
type LookUp = (
  deps: PaymentsDeps,
  intent: IntentRecord,
  attempt: AttemptRecord,
) => Promise<ChargeOutcome>;

/**
 * Asks the processor about a payment that staff marked, and perhaps corrected since. The same answer confirms the
 * mark; another one opens an alarm. Neither moves money. Without either it is asked again, a bounded number of times.
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
  const verdict = verdictOf(attempt, outcome);
  const nowMs = deps.clock.nowMs();
  if (verdict === "agreed") {
    // If a person has corrected the payment, the answer agrees with the correction.
    if (mark.outcome === attempt.step) await confirmMark(deps.database.kysely, mark, nowMs);
  } else if (verdict) await raise(handle, mark, verdict, outcome);
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

/** Opens the alarm about a charge that went through after its payment was marked. */
export async function raiseLateCharge(
  handle: AttemptHandle,
  mark: OutcomeMark,
  chargeId: string,
): Promise<void> {
  await raise(handle, mark, "happened_after_all", { type: "approved", chargeId });
}

async function raise(
  { deps }: AttemptHandle,
  { subject }: OutcomeMark,
  problem: OutcomeAlarm["problem"],
  outcome: ChargeOutcome,
): Promise<void> {
  const reference = "chargeId" in outcome ? outcome.chargeId : "";
  await inTransaction(deps.database, (tx) =>
    openAlarm(deps, tx, { subject, problem, source: "look_up", reference }),
  );
}

/** What the answer says about the payment as it counts now. Null: nothing. */
function verdictOf(
  { step, chargeId }: AttemptRecord,
  outcome: ChargeOutcome,
): "agreed" | OutcomeAlarm["problem"] | null {
  const isSuccess = step === "success";
  switch (outcome.type) {
    case "approved":
      if (!isSuccess) return "happened_after_all";
      return outcome.chargeId === chargeId ? "agreed" : "other_reference";
    case "declined":
    case "reversed":
      return isSuccess ? "not_happened_after_all" : "agreed";
    case "mismatch":
      if (outcome.charged) return "other_amount";
      return isSuccess ? "not_happened_after_all" : null;
    case "not_found":
      return isSuccess ? "not_happened_after_all" : null;
    default:
      return null;
  }
}
