import { ApiError } from "../../platform/http/api-error.ts";
import type { LookUpAnswer } from "../methods/payment-method.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { lookUpRefund as followNow } from "../refunds/follow-refunds.ts";
import { findRefund } from "../refunds/read-refunds.ts";
import type { RefundRecord } from "../refunds/records.ts";
import { lookUpLeaseMs, withLookUpLease } from "./look-up-lease.ts";
import { auditLookUp, type LookUpRequest, runningLookUp } from "./look-up-payment.ts";
import { findAppliedMark } from "./mark-store.ts";
import { isFailedWithoutResponse, ruleOfRefund } from "./outcome-rules.ts";

/**
 * Looks up a refund whose outcome is unknown, marked, or failed after a refused repeat, under its key. Applies the
 * response. Never sends the refund. Throws 404, and 409 `outcome_known`.
 */
export async function lookUpRefund(
  deps: PaymentsDeps,
  { operatorId, subjectId: refundId, staffId }: LookUpRequest,
): Promise<LookUpAnswer> {
  await deps.keyring.load(operatorId);
  await requireUnknown(deps, operatorId, refundId);
  const row = {
    table: "refunds",
    operatorId,
    id: refundId,
    leaseMs: lookUpLeaseMs(deps),
  } as const;
  const answer = await withLookUpLease(deps, row, async () => {
    const outcome = await followNow(deps, await requireUnknown(deps, operatorId, refundId));
    const failure = "failureCode" in outcome ? outcome.failureCode : null;
    return {
      answer: outcome.type as string,
      reference: "providerRefundId" in outcome ? outcome.providerRefundId : null,
      reason: "reason" in outcome ? outcome.reason : failure,
    };
  });
  if (answer === "running") return runningLookUp;
  const subject = { type: "refund", id: refundId };
  const about = { action: "refund.looked_up", subject };
  await auditLookUp(deps, { operatorId, staffId }, about, answer);
  return answer;
}

async function requireUnknown(
  deps: PaymentsDeps,
  operatorId: string,
  refundId: string,
): Promise<RefundRecord> {
  const refund = await findRefund(deps.database.kysely, operatorId, refundId);
  if (!refund) throw new ApiError("resource_not_found");
  const isUnknown =
    ruleOfRefund(refund, deps.clock.nowMs()) !== null ||
    isFailedWithoutResponse(refund) ||
    (await findAppliedMark(deps.database.kysely, operatorId, refundId)) !== undefined;
  if (!isUnknown) throw new ApiError("outcome_known");
  return refund;
}
