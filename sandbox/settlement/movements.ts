import type { BookedDispute, DisputeBook } from "../disputes/dispute-book.ts";
import type { BookedCharge, ChargeBook } from "../processors/charge-book.ts";
import type { BookedRefund, RefundBook } from "../processors/refund-book.ts";
import { clearedAtMs, settleCharge } from "../processors/settle-charge.ts";

/** Money that a processor moved, as its report shows it. */
export interface Movement {
  type: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal";
  reference: string;
  /** The charge's id; empty for a charge. */
  original: string;
  /** The key of the request; empty if there is none. */
  merchant: string;
  atMs: number;
  currency: string;
  /** Positive when money comes to the merchant. */
  grossMinor: number;
  arn: string;
  reason: string;
}

export interface Books {
  book: ChargeBook;
  refunds: RefundBook;
  disputes: Pick<DisputeBook, "all">;
}

/**
 * A processor's movements so far, oldest first. A charge moves when it clears; one that was voided or reversed before
 * moves nothing, and a later reversal is a refund. A refund that the customer's bank returned appears twice: when it
 * was paid, and when it came back.
 */
export function movementsOf(processor: string, books: Books, nowMs: number): Movement[] {
  const { book, refunds } = books;
  const ofProcessor = refunds
    .all()
    .filter((refund) => refund.processor === processor)
    .map((refund) => refunds.settle(refund, nowMs));
  const voided = new Set(
    ofProcessor
      .filter(({ kind, status }) => kind === "void" && status === "success")
      .map(({ chargeId }) => chargeId),
  );
  const charges = book
    .all()
    .filter((charge) => charge.processor === processor)
    .map((charge) => settleCharge(book, charge, nowMs))
    .filter(
      ({ status, chargeId }) =>
        // A charge with an unknown status was made: the merchant finds it in the report.
        (status === "approved" || status === "unheard_of") && !voided.has(chargeId),
    );
  const all = [
    ...charges.flatMap(chargeMovements),
    ...ofProcessor.flatMap(refundMovements),
    ...books.disputes
      .all()
      .filter((dispute) => dispute.processor === processor)
      .flatMap(disputeMovements),
  ];
  return all
    .filter(({ atMs }) => atMs <= nowMs)
    .sort((a, b) => a.atMs - b.atMs || (a.reference < b.reference ? -1 : 1));
}

function chargeMovements(charge: BookedCharge): Movement[] {
  const { chargeId, currency, amountMinor, reversal } = charge;
  const atMs = clearedAtMs(charge);
  const reversedAtMs = reversal ? Date.parse(reversal.reversedAt) : Number.POSITIVE_INFINITY;
  if (reversedAtMs <= atMs) return [];
  const movement: Movement = {
    type: "charge",
    reference: chargeId,
    original: "",
    merchant: charge.idempotencyKey,
    atMs,
    currency,
    grossMinor: amountMinor,
    arn: "",
    reason: "",
  };
  if (!reversal) return [movement];
  const back: Movement = {
    ...movement,
    type: "refund",
    reference: reversal.reversalId,
    original: chargeId,
    merchant: reversal.idempotencyKey,
    atMs: reversedAtMs,
    grossMinor: -amountMinor,
    reason: reversal.reason,
  };
  return [movement, back];
}

function disputeMovements(dispute: BookedDispute): Movement[] {
  const { disputeId, chargeId, currency, reasonCode, money = [] } = dispute;
  return money.map(({ at, minor }) => ({
    type: minor < 0 ? "dispute" : "dispute_reversal",
    reference: disputeId,
    original: chargeId,
    merchant: "",
    atMs: Date.parse(at),
    currency,
    grossMinor: minor,
    arn: "",
    reason: reasonCode,
  }));
}

function refundMovements(refund: BookedRefund): Movement[] {
  const { kind, status, applied = [] } = refund;
  if (kind === "void") return [];
  const succeeded = applied.find((change) => change.status === "success");
  const failed = applied.find((change) => change.status === "failed");
  const isPaid =
    succeeded !== undefined || status === "success" || failed?.failureCode === "returned_by_bank";
  if (!isPaid) return [];
  const paid: Movement = {
    type: "refund",
    reference: refund.refundId,
    original: refund.chargeId,
    merchant: refund.idempotencyKey,
    atMs: Date.parse(succeeded?.at ?? refund.createdAt),
    currency: refund.currency,
    grossMinor: -refund.amountMinor,
    arn: refund.arn ?? "",
    reason: "",
  };
  if (!failed) return [paid];
  const back: Movement = {
    ...paid,
    type: "refund_failure",
    atMs: Date.parse(failed.at),
    grossMinor: refund.amountMinor,
    reason: failed.failureCode ?? "",
  };
  return [paid, back];
}
