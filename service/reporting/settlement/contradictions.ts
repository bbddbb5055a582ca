import type { OutcomeReport } from "../../payments/index.ts";
import type { NewBreak } from "./break-store.ts";
import type { ChargeRecord, DisputeRecord, RefundRecord } from "./match-line.ts";
import type { SettlementLine } from "./readers/settlement-items.ts";

/** What a break reports about a payment or refund that staff may have marked. */
export function reportOf(found: NewBreak): OutcomeReport[] {
  const { subject, class: kind, processorReference: reference = "", theirs } = found;
  const report = reportByClass[kind];
  if (!report || (subject?.type !== "payment" && subject?.type !== "refund")) return [];
  // A refund failure agrees with "failed".
  if (theirs?.["type"] === "refund_failure") return [];
  return [{ subjectId: subject.id, says: report, reference, source: "settlement" }];
}

/**
 * The contradiction for a row that matched a failed payment or refund. It is not a break, because the money can have
 * come back later. But if staff entered "failed", or corrected the outcome to that, the row contradicts them.
 */
export function reportOfMatch(
  { type, processorReference: reference }: Pick<SettlementLine, "type" | "processorReference">,
  record: ChargeRecord | RefundRecord | DisputeRecord,
): OutcomeReport[] {
  const isFailed =
    (type === "charge" && record.type === "payment" && record.status === "failed") ||
    (type === "refund" && record.type === "refund" && record.step === "failed");
  return isFailed
    ? [{ subjectId: record.id, says: "happened", reference, source: "settlement" }]
    : [];
}

const reportByClass: Readonly<Partial<Record<NewBreak["class"], OutcomeReport["says"]>>> = {
  status_mismatch: "happened",
  duplicate: "happened",
  amount_mismatch: "other_amount",
  missing_at_processor: "missing",
};
