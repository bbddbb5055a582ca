import {
  acceptedForMs,
  type OutcomeRule,
  type OutcomeSubject,
  unknownForMs,
} from "../../payments/index.ts";
import { achRailName } from "../flow/ach-rail.ts";
import { netMinorOf, type PayoutRecord, recordOf } from "../records.ts";

/**
 * How staff can enter a payout's outcome; null unless it is unknown (docs/payments/unknown-outcomes.md). Our ACH files
 * have outcomes from the bank's return files, and an unsent payout has none.
 */
export function ruleOfPayout(payout: PayoutRecord, nowMs: number): OutcomeRule | null {
  const { step, record, updatedAtMs, version } = payout;
  if (!record || record.provider === achRailName) return null;
  const { sentAtMs, checks } = record;
  const isSent = step === "sent" || (step === "approved" && sentAtMs !== null);
  if (!isSent) return null;
  // No request can still be on its way by then.
  const sinceMs = Math.max(updatedAtMs, sentAtMs ?? 0);
  const markableAtMs = sinceMs + (step === "sent" ? acceptedForMs : unknownForMs);
  return {
    markableAtMs,
    canMark: checks > 0 && nowMs >= markableAtMs,
    onlyFailed: false,
    seen: `${step}.${version}.${sentAtMs ?? 0}`,
  };
}

/** Throws if the customer has not submitted the payout yet. */
export function subjectOfPayout(payout: PayoutRecord): OutcomeSubject & { type: "payout" } {
  const { operatorId, disbursementIntentId, externalCustomerId, currency } = payout;
  return {
    operatorId,
    type: "payout",
    id: recordOf(payout).disbursementId,
    disbursementIntentId,
    externalCustomerId,
    amountMinor: netMinorOf(payout),
    currency,
  };
}
