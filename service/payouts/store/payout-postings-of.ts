import {
  type PostedPayout,
  type Posting,
  payoutApproved,
  payoutArrived,
  payoutArrivedAgain,
  payoutCameBack,
  payoutCameBackAgain,
  payoutEnded,
  payoutEndedAgain,
  payoutRevived,
  withoutNulls,
} from "../../ledger/index.ts";
import type { DisbursementRecord, PayoutRecord } from "../records.ts";
import type { PayoutEvent } from "../states/payout-steps.ts";

export type ApprovedPayout = Pick<
  PayoutRecord,
  "operatorId" | "disbursementIntentId" | "currency" | "amountMinor" | "taxCategory"
> & {
  readonly record: Pick<
    DisbursementRecord,
    "provider" | "withheldMinor" | "arrivedLate" | "arrivedAgain"
  > | null;
};

/** `payout` is the payout after the event. */
export function postingsOf(
  payout: ApprovedPayout & Pick<PayoutRecord, "updatedAtMs">,
  event: PayoutEvent,
): Posting[] {
  const posted = toPosted(payout);
  const atMs = payout.updatedAtMs;
  if (!posted) return [];
  switch (event) {
    case "approved":
      return withoutNulls([payoutApproved(posted, atMs)]);
    case "arrived":
      return withoutNulls([payoutArrived(posted, atMs)]);
    case "refused":
    case "failed":
    case "canceled":
      return withoutNulls([payoutEnded(posted, atMs)]);
    // Each posting exists once.
    case "found_paid": {
      const arrived = payout.record?.arrivedAgain ? payoutArrivedAgain : payoutArrived;
      return withoutNulls([payoutRevived(posted, atMs), arrived(posted, atMs)]);
    }
    case "came_back":
    case "found_not_paid": {
      const cameBack = payout.record?.arrivedAgain ? payoutCameBackAgain : payoutCameBack;
      const ended = payout.record?.arrivedLate ? payoutEndedAgain : payoutEnded;
      return withoutNulls([cameBack(posted, atMs), ended(posted, atMs)]);
    }
    default:
      return [];
  }
}

/** The payout as posted; null before the approval, which names the provider. */
function toPosted(payout: ApprovedPayout): PostedPayout | null {
  const { record } = payout;
  if (!record?.provider) return null;
  return {
    operatorId: payout.operatorId,
    disbursementIntentId: payout.disbursementIntentId,
    currency: payout.currency,
    grossMinor: payout.amountMinor,
    withheldMinor: record.withheldMinor,
    taxCategory: payout.taxCategory,
    provider: record.provider,
  };
}
