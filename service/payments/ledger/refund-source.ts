import {
  type LedgerItem,
  type LedgerSource,
  type Posting,
  refundReplaced,
  withoutNulls,
} from "../../ledger/index.ts";
import type { PriceDetail } from "../pricing/index.ts";
import {
  again,
  askedPosting,
  chargeDisputed,
  lateArrivalPosting,
  leavesNoDebt,
  type RefundedPayment,
  returnedTwicePosting,
  stepPosting,
  toPosted,
} from "../refunds/post-refund.ts";
import { isDepositReturn, type RefundRecord } from "../refunds/records.ts";
import { toRefund } from "../refunds/refund-rows.ts";

export const refundSource: LedgerSource = {
  name: "refunds",
  sourceType: "refund",
  causes: [
    "asked",
    "done",
    "failed",
    "came_back",
    "came_back_again",
    "canceled",
    "replaced",
    "replaced_again",
    "arrived_late",
    "returned_twice",
  ],
  async page(tx, operatorId, afterId, most) {
    const rows = await tx
      .selectFrom("refunds")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("refund_id", ">", afterId)
      .orderBy("refund_id")
      .limit(most)
      .execute();
    if (rows.length === 0) return [];
    const ofPayment = rows.map(({ payment_id }) => payment_id);
    const payments = await tx
      .selectFrom("payments")
      .select(["payment_id", "type", "price_detail", "status", "updated_at"])
      .where("operator_id", "=", operatorId)
      .where("payment_id", "in", ofPayment)
      .execute();
    const byId = new Map(payments.map((payment) => [payment.payment_id, payment]));
    const marked = await tx
      .selectFrom("outcome_marks")
      .select("subject_id")
      .where("operator_id", "=", operatorId)
      .where(
        "subject_id",
        "in",
        rows.map(({ refund_id }) => refund_id),
      )
      .where("state", "=", "applied")
      .where("outcome", "=", "success")
      .execute();
    const markedIds = new Set(marked.map(({ subject_id }) => subject_id));
    const later = await tx
      .selectFrom("refunds")
      .select(["payment_id", "refund_id", "created_at"])
      .where("operator_id", "=", operatorId)
      .where("payment_intent_id", "in", [...new Set(rows.map((row) => row.payment_intent_id))])
      .where("base_minor", ">", 0)
      .execute();
    return rows.flatMap((row): LedgerItem[] => {
      const payment = byId.get(row.payment_id);
      if (!payment) return [];
      const refund = toRefund(row);
      const { taxJurisdiction } = payment.price_detail as PriceDetail;
      const shared = { type: payment.type, taxState: taxJurisdiction ?? null };
      const wasReplaced = later.some(
        (each) =>
          each.payment_id === row.payment_id &&
          each.refund_id !== row.refund_id &&
          each.created_at >= row.updated_at,
      );
      const isUndone = payment.status !== "success";
      const isLost = isUndone && row.updated_at >= payment.updated_at;
      const hasDebtEnded = wasReplaced || (isUndone && !isLost);
      const wasMarked = markedIds.has(row.refund_id);
      return [toItem(refund, { ...shared, isLost }, { hasDebtEnded, wasMarked })];
    });
  },
};

/**
 * The ledger's view of a refund. Its postings depend on the state of its payment at that time, which the payment's row
 * does not show.
 */
function toItem(
  refund: RefundRecord,
  payment: RefundedPayment,
  { hasDebtEnded, wasMarked }: { readonly hasDebtEnded: boolean; readonly wasMarked: boolean },
): LedgerItem {
  const { refundId: id, step } = refund;
  const postingsIf = (isLost: boolean) => {
    const then = { ...payment, isLost };
    const requestedPosting = askedPosting(refund, then);
    if (step !== "failed")
      return withoutNulls([requestedPosting, stepPosting("requested", refund, then)]);
    const hadArrived = refund.settledAtMs !== null;
    const arrived: RefundRecord = {
      ...refund,
      step: "success",
      updatedAtMs: refund.settledAtMs ?? 0,
    };
    const isDebt = !isLost && !leavesNoDebt(refund);
    return withoutNulls([
      requestedPosting,
      hadArrived ? stepPosting("requested", arrived, then) : null,
      stepPosting(hadArrived ? "success" : "requested", refund, then),
      hasDebtEnded && isDebt ? refundReplaced(toPosted(refund, then), refund.updatedAtMs) : null,
    ]);
  };
  const alternatives = refund.arrivedLate
    ? lateArrivals(refund, payment, wasMarked)
    : [postingsIf(payment.isLost), postingsIf(!payment.isLost)];
  return {
    id,
    sourceId: id,
    alternatives,
    optional: ["replaced", "replaced_again", "returned_twice"],
  };
}

/**
 * The possible postings of a refund that counted as failed before it arrived. Its row does not say how it failed, or
 * whether staff booked it as returned twice before its amount became free again. If staff had marked it as returned, it
 * was a success before.
 */
function lateArrivals(
  refund: RefundRecord,
  payment: RefundedPayment,
  wasMarked: boolean,
): Posting[][] {
  const failedBefore = (failureCode: string | null, settledAtMs: number | null = null) => ({
    ...refund,
    step: "failed" as const,
    failureCode,
    settledAtMs,
  });
  const arrived = { ...refund, step: "success" as const };
  return [false, true].flatMap((isLost) => {
    const then = { ...payment, isLost };
    const { updatedAtMs: atMs } = refund;
    const twice = returnedTwicePosting(refund, then, atMs);
    const replaced = isDepositReturn(refund) ? null : refundReplaced(toPosted(refund, then), atMs);
    const ends = [null, replaced].flatMap((end) => [[end], [end, twice]]);
    const corrected = [
      stepPosting("requested", arrived, then),
      stepPosting("success", failedBefore(null, refund.settledAtMs), then),
    ];
    const failures = [failedBefore(null), failedBefore(chargeDisputed)].map((failed) => [
      stepPosting("requested", failed, then),
    ]);
    // The payment's money can have gone back between the late arrival and the bank's return.
    const returns =
      refund.step === "failed"
        ? [payment, { ...payment, isLost: !payment.isLost }].map((now) =>
            stepPosting("success", refund, now),
          )
        : [null];
    return (wasMarked ? [corrected] : failures).flatMap((failed) =>
      ends.flatMap((end) => {
        const before = withoutNulls([askedPosting(refund, then), ...failed]);
        const posted = sumsOf([...before, ...withoutNulls(end)]);
        const late = lateArrivalPosting(refund, then, posted);
        return returns.map((cameBack) =>
          withoutNulls([...before, late, cameBack && wasMarked ? again(cameBack) : cameBack]),
        );
      }),
    );
  });
}

function sumsOf(postings: readonly Posting[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of postings.flatMap(({ entries }) => entries)) {
    sums.set(account, (sums.get(account) ?? 0n) + amount);
  }
  return sums;
}
