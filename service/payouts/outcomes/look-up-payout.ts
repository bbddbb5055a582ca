import {
  auditAbout,
  auditLookUp,
  type LookUpAnswer,
  type LookUpRequest,
  runningLookUp,
  withLookUpLease,
} from "../../payments/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type DisbursementsDeps, sendLeaseMs } from "../disbursements-deps.ts";
import { lookUpPayout } from "../flow/send-payout.ts";
import type { PayoutRecord } from "../records.ts";
import { requirePayout } from "../store/payout-store.ts";
import { markToFollow } from "./follow-mark.ts";
import { ruleOfPayout, subjectOfPayout } from "./payout-rule.ts";

/**
 * Looks up an unknown or marked outcome, under the payout's key. Applies the response as the recovery job does. Never
 * sends it. `subjectId` is the intent's id. Throws 404, and 409 `outcome_known`.
 */
export async function lookUpPayoutForStaff(
  deps: DisbursementsDeps,
  { operatorId, subjectId, staffId }: LookUpRequest,
): Promise<LookUpAnswer> {
  const payout = await requireUnknown(deps, operatorId, subjectId);
  const leaseMs = sendLeaseMs(deps.times);
  const row = { table: "disbursement_intents", operatorId, id: subjectId, leaseMs } as const;
  const answer = await withLookUpLease(deps, row, async (): Promise<LookUpAnswer> => {
    const outcome = await lookUpPayout(deps, await requireUnknown(deps, operatorId, subjectId));
    const code = "reasonCode" in outcome ? (outcome.reasonCode ?? null) : null;
    return {
      answer: outcome.type,
      reference: "payoutId" in outcome ? outcome.payoutId : null,
      reason: "reason" in outcome ? outcome.reason : code,
    };
  });
  if (answer === "running") return runningLookUp;
  const about = auditAbout(subjectOfPayout(payout), "looked_up");
  await auditLookUp(deps, { operatorId, staffId }, about, answer);
  return answer;
}

async function requireUnknown(
  deps: DisbursementsDeps,
  operatorId: string,
  disbursementIntentId: string,
): Promise<PayoutRecord> {
  const payout = await requirePayout(deps, operatorId, disbursementIntentId);
  const isUnknown =
    ruleOfPayout(payout, deps.clock.nowMs()) !== null ||
    (payout.record !== null && (await markToFollow(deps, payout)) !== undefined);
  if (!isUnknown) throw new ApiError("outcome_known");
  return payout;
}
