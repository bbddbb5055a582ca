import type { RefundWait } from "#contract/refund-waits";
import {
  type BankPaymentRefundOutcome,
  bankMissing,
  type OpenBanking,
} from "../../../rails/open-banking/index.ts";
import { paymentReturned } from "../../refunds/post-refund.ts";
import type { RefundOutcome, RefundRail } from "../../refunds/refund-rail.ts";

/**
 * The bank returns the money to the account that paid. If it does not offer that, or refuses for good, the customer
 * names an account (see `canTransfer`).
 */
export function bankPaymentRefunds(
  openBanking: Pick<OpenBanking, "isConfigured" | "refundAfterMs" | "refund" | "lookUpRefund">,
): RefundRail {
  const orderOf = ({
    operatorId,
    paymentId,
    amountMinor,
    currency,
  }: Parameters<RefundRail["send"]>[0]) => ({
    operatorId,
    paymentId,
    amountMinor,
    currency,
  });
  return {
    isRefundable: () => openBanking.isConfigured,
    canTransfer: true,
    resendAfterMs: () => openBanking.refundAfterMs,
    send: async (order, key) => toOutcome(await openBanking.refund(orderOf(order), key)),
    lookUp: async (order, key) => toOutcome(await openBanking.lookUpRefund(orderOf(order), key)),
  };
}

function toOutcome(outcome: BankPaymentRefundOutcome): RefundOutcome {
  switch (outcome.type) {
    case "accepted":
    case "settled":
      return {
        type: outcome.type === "settled" ? "success" : "pending",
        providerRefundId: outcome.bankRefundId,
        kind: "refund",
        reference: null,
      };
    case "rejected":
      return {
        type: "failed",
        providerRefundId: outcome.bankRefundId,
        kind: "refund",
        failureCode: "returned_by_bank",
      };
    case "not_offered":
      return { type: "rejected", failureCode: "refund_not_offered" };
    case "payment_returned":
      return outcome.bankRefundId === null
        ? { type: "rejected", failureCode: paymentReturned }
        : {
            type: "failed",
            providerRefundId: outcome.bankRefundId,
            kind: "refund",
            failureCode: paymentReturned,
          };
    case "refused":
      return { type: "rejected", failureCode: "refund_failed" };
    case "not_now":
      return { type: "unreached", waitsFor: waitOf(outcome.reason) };
    case "unknown":
      return outcome.reason === bankMissing
        ? { ...outcome, waitsFor: "provider_not_configured" }
        : outcome;
    default:
      return outcome;
  }
}

/** Why a bank does not send the money back yet. */
function waitOf(
  reason: Extract<BankPaymentRefundOutcome, { type: "not_now" }>["reason"],
): RefundWait {
  switch (reason) {
    case bankMissing:
      return "provider_not_configured";
    case "balance_too_low":
      return "balance_too_low";
    case "payment_unclear":
      return "payment_unclear";
  }
}
