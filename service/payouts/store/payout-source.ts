import { type LedgerItem, type LedgerSource, withoutNulls } from "../../ledger/index.ts";
import type { PayoutRecord } from "../records.ts";
import type { PayoutStep } from "../states/payout-steps.ts";
import { type ApprovedPayout, postingsOf } from "./payout-postings-of.ts";

export const payoutSource: LedgerSource = {
  name: "payouts",
  sourceType: "payout",
  causes: [
    "approved",
    "arrived",
    "came_back",
    "ended",
    "revived",
    "arrived_again",
    "came_back_again",
    "ended_again",
  ],
  async page(tx, operatorId, afterId, most) {
    const rows = await tx
      .selectFrom("disbursement_intents")
      .select([
        "disbursement_intent_id",
        "currency",
        "amount_minor",
        "withheld_minor",
        "tax_category",
        "provider",
        "step",
        "decided_at",
        "paid_at",
        "updated_at",
        "arrived_late",
        "arrived_again",
      ])
      .where("operator_id", "=", operatorId)
      .where("disbursement_intent_id", ">", afterId)
      .where("provider", "is not", null)
      .orderBy("disbursement_intent_id")
      .limit(most)
      .execute();
    return rows.map((row): LedgerItem => {
      const payout: ApprovedPayout = {
        operatorId,
        disbursementIntentId: row.disbursement_intent_id,
        currency: row.currency,
        amountMinor: row.amount_minor,
        taxCategory: row.tax_category,
        record: {
          provider: row.provider,
          withheldMinor: row.withheld_minor ?? 0,
          arrivedLate: row.arrived_late,
          arrivedAgain: row.arrived_again,
        },
      };
      const endedAtMs = row.updated_at.getTime();
      const times = {
        approvedAtMs: row.decided_at?.getTime() ?? endedAtMs,
        arrivedAtMs: row.paid_at?.getTime() ?? endedAtMs,
        endedAtMs,
        wasPaid: row.paid_at !== null,
      };
      return {
        id: row.disbursement_intent_id,
        sourceId: row.disbursement_intent_id,
        alternatives: [withoutNulls(historyOf(payout, row.step as PayoutStep, times))],
      };
    });
  },
};

interface Times {
  readonly approvedAtMs: number;
  readonly arrivedAtMs: number;
  readonly endedAtMs: number;
  readonly wasPaid: boolean;
}

function historyOf(payout: ApprovedPayout, step: PayoutStep, times: Times) {
  const approved = postingsOf({ ...payout, updatedAtMs: times.approvedAtMs }, "approved");
  const ended = { ...payout, updatedAtMs: times.endedAtMs };
  const paid = { ...payout, updatedAtMs: times.arrivedAtMs };
  const arrived = arrivalsOf(paid);
  switch (step) {
    case "approved":
    case "sent":
      return approved;
    case "success":
      return [...approved, ...arrived];
    case "refunded":
      return [...approved, ...arrived, ...postingsOf(ended, "came_back")];
    case "failed":
      return times.wasPaid
        ? [...approved, ...arrived, ...postingsOf(ended, "found_not_paid")]
        : [...approved, ...postingsOf(ended, "failed")];
    case "declined":
    case "voided":
      return [...approved, ...postingsOf(ended, "failed")];
    default:
      return [];
  }
}

/** The postings of a payout up to its latest arrival. */
function arrivalsOf(paid: ApprovedPayout & Pick<PayoutRecord, "updatedAtMs">) {
  const { record } = paid;
  if (!record?.arrivedLate) return postingsOf(paid, "arrived");
  const before = { ...paid, record: { ...record, arrivedLate: false, arrivedAgain: false } };
  const ended = record.arrivedAgain
    ? [...postingsOf(before, "arrived"), ...postingsOf(before, "found_not_paid")]
    : postingsOf(before, "failed");
  return [...ended, ...postingsOf(paid, "found_paid")];
}
