import { inTransaction } from "../../platform/database/transaction.ts";
import type { ChargeOutcome } from "../../providers/processor/index.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { AttemptRecord } from "../records.ts";
import { openAlarm } from "./alarm-store.ts";
import type { OutcomeAlarm, OutcomeSubject } from "./records.ts";

/** Compares a response with the payment's current outcome; null if the response says nothing about it. */
export function verdictOf(
  { step, chargeId }: Pick<AttemptRecord, "step" | "chargeId">,
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
    case "unknown":
      return isSuccess && outcome.reason === "several_charges" ? "other_reference" : null;
    default:
      return null;
  }
}

/** Opens an alarm when a processor contradicts a payment. Needs the operator's key. */
export async function raiseAlarm(
  deps: PaymentsDeps,
  subject: OutcomeSubject,
  problem: OutcomeAlarm["problem"],
  outcome: ChargeOutcome,
  source: OutcomeAlarm["source"] = "look_up",
): Promise<void> {
  const reference = "chargeId" in outcome ? outcome.chargeId : "";
  await inTransaction(deps.database, (tx) =>
    openAlarm(deps, tx, { subject, problem, source, reference }),
  );
}
