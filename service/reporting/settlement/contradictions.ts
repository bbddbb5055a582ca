import type { OutcomeReport } from "../../payments/index.ts";
import type { NewBreak } from "./break-store.ts";

/** What a break says about a payment or refund that staff may have marked. */
export function reportOf(found: NewBreak): OutcomeReport[] {
  const { subject, class: kind, processorReference: reference = "", theirs } = found;
  const says = sayings[kind];
  if (!says || (subject?.type !== "payment" && subject?.type !== "refund")) return [];
  // A failed refund in the report says that the refund did not happen, which agrees with "failed".
  if (theirs?.["type"] === "refund_failure") return [];
  return [{ subjectId: subject.id, says, reference, source: "settlement" }];
}

const sayings: Readonly<Partial<Record<NewBreak["class"], OutcomeReport["says"]>>> = {
  status_mismatch: "happened",
  duplicate: "happened",
  amount_mismatch: "other_amount",
  missing_at_processor: "missing",
};
