import type { BankRefundOutcome } from "../../../providers/open-banking/index.ts";
import type { OpenBanking } from "../../../rails/open-banking/index.ts";
import type { RefundOutcome, RefundRail } from "../../refunds/refund-rail.ts";

/**
 * Refunds of payments by bank: the bank sends the money back to the account that paid, if it offers that. If it
 * does not, or refuses for good, the customer names an account (see `canTransfer`).
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

function toOutcome(outcome: BankRefundOutcome): RefundOutcome {
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
    case "refused":
      return { type: "rejected", failureCode: "refund_failed" };
    default:
      return outcome;
  }
}
