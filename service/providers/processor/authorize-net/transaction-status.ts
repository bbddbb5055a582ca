/** What a transaction's status at Authorize.Net says about a charge or a refund. */
import type {
  ChargeOutcome,
  ExpectedCharge,
  ExpectedRefund,
  RefundOutcome,
} from "../card-processor.ts";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import {
  approvalFacts,
  type Details,
  declineOf,
  factsOfDetails,
  type Summary,
} from "./responses.ts";

/** Statuses of captured transactions, disputed later or not. */
const charged: ReadonlySet<string> = new Set([
  ...["capturedPendingSettlement", "settledSuccessfully", "chargeback", "chargebackReversal"],
]);

/** Statuses of transactions that the merchant's staff must decide about, or that are not captured. */
const held: ReadonlySet<string> = new Set([
  ...["FDSPendingReview", "FDSAuthorizedPendingReview", "underReview", "approvedReview"],
  ...["authorizedPendingCapture", "authorizedPendingRelease"],
]);

export function isOpen({ transactionStatus }: Details): boolean {
  return transactionStatus === "capturedPendingSettlement" || held.has(transactionStatus);
}

export function isRefund({ transactionStatus }: Summary): boolean {
  return transactionStatus.startsWith("refund");
}

/**
 * A charge's outcome. The account has one `currency`. An undocumented status, and one that may leave the money on its
 * way (`communicationError`, `settlementError`, `couldNotVoid`), leaves it open.
 */
export function chargeOutcomeOf(
  details: Details,
  currency: string,
  expected: ExpectedCharge,
): ChargeOutcome {
  const { transId: chargeId, transactionStatus: status } = details;
  if (details.transactionType !== "authCaptureTransaction") {
    return { type: "unknown", reason: "another_transaction" };
  }
  if (status === "voided") return { type: "reversed", chargeId };
  if (held.has(status)) return { type: "pending", chargeId };
  if (status === "declined") {
    const reason = details.responseReasonCode ?? "";
    return declineOf(chargeId, { reason, facts: factsOfDetails(details) });
  }
  if (status === "failedReview") {
    return { type: "declined", chargeId, declineCode: "fraudulent" };
  }
  if (status === "expired" || status === "generalError") {
    return { type: "declined", chargeId, declineCode: "processing_error" };
  }
  if (!charged.has(status)) return { type: "unknown", reason: "status_open" };
  const amountMinor = chargedMinor(details, currency);
  if (amountMinor === null) return { type: "unknown", reason: "malformed" };
  return amountMinor === expected.amountMinor && currency === expected.currency
    ? { type: "approved", chargeId, ...approvalFacts(factsOfDetails(details)) }
    : { type: "mismatch", chargeId, charged: true };
}

/** What a transaction charged. A voided one settles nothing, so the authorized amount counts. */
export function chargedMinor(
  { transactionStatus, authAmount, settleAmount }: Details,
  currency: string,
): number | null {
  return minorOfDecimal(transactionStatus === "voided" ? authAmount : settleAmount, currency);
}

/** A refund's outcome. A refund is its own transaction. */
export function refundOutcomeOf(
  details: Details,
  currency: string,
  expected: ExpectedRefund,
): RefundOutcome {
  const { transId: refundId, transactionStatus: status, refTransId } = details;
  const minor = minorOfDecimal(
    status === "refundPendingSettlement" || status === "refundSettledSuccessfully"
      ? details.settleAmount
      : details.authAmount,
    currency,
  );
  if (minor === null) return { type: "unknown", reason: "malformed" };
  const isSame =
    Math.abs(minor) === expected.amountMinor &&
    currency === expected.currency &&
    refTransId === expected.chargeId;
  if (!isSame) return { type: "mismatch", refundId };
  switch (status) {
    case "refundPendingSettlement":
    case "refundSettledSuccessfully":
      return { type: "success", refundId, kind: "refund", arn: null };
    case "voided":
    case "declined":
    case "generalError":
    case "settlementError":
      return { type: "failed", refundId, kind: "refund", failureCode: "refund_failed" };
    default:
      return { type: "unknown", reason: "status_open" };
  }
}

/** A void of the whole charge as a refund; null if the charge was not voided. */
export function voidOutcomeOf(
  details: Details,
  currency: string,
  { chargeId, amountMinor, ...expected }: ExpectedRefund,
): RefundOutcome | null {
  if (details.transactionStatus !== "voided") return null;
  const refundId = voidIdOf(chargeId);
  const isSame = chargedMinor(details, currency) === amountMinor && currency === expected.currency;
  return isSame
    ? { type: "success", refundId, kind: "void", arn: null }
    : { type: "mismatch", refundId };
}

/** A void has no transaction of its own: its id is the charge's with a suffix. */
export function voidIdOf(chargeId: string): string {
  return `${chargeId}-void`;
}
