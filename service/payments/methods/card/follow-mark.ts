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
 * Asks the processor about a payment that staff marked. The same answer confirms the mark; another one opens an
 * alarm. Neither moves money. Without either it is asked again, a bounded number of times.
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
  const verdict = verdictOf(mark, attempt, outcome);
  const nowMs = deps.clock.nowMs();
  if (verdict === "confirmed") await confirmMark(deps.database.kysely, mark, nowMs);
  else if (verdict) await raise(handle, mark, verdict, outcome);
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

/** Null while the answer says nothing about the mark. */
function verdictOf(
  { outcome: marked }: OutcomeMark,
  { chargeId }: AttemptRecord,
  outcome: ChargeOutcome,
): "confirmed" | OutcomeAlarm["problem"] | null {
  const isMarkedSuccess = marked === "success";
  switch (outcome.type) {
    case "approved":
      if (!isMarkedSuccess) return "happened_after_all";
      return outcome.chargeId === chargeId ? "confirmed" : "other_reference";
    case "declined":
    case "reversed":
      return isMarkedSuccess ? "not_happened_after_all" : "confirmed";
    case "mismatch":
      if (outcome.charged) return "other_amount";
      return isMarkedSuccess ? "not_happened_after_all" : null;
    case "not_found":
      return isMarkedSuccess ? "not_happened_after_all" : null;
    default:
      return null;
  }
}
