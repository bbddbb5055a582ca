import { minorOfDecimal } from "../../processor/kit/decimal-amount.ts";
import { status, type TrustlyTransaction, transactionType } from "../../trustly/index.ts";
import { reasonOfReturn } from "../kit/bank-reasons.ts";
import type { ExpectedPayout, PayoutOutcome } from "../payout-provider.ts";

const underWay: ReadonlySet<string> = new Set([
  status.new,
  status.pending,
  status.authorised,
  status.processed,
  status.onHold,
]);

/** Reasons for failures before a deposit reached the bank. Customers never learn of a suspicion. */
const reasons: Readonly<Record<string, string>> = {
  SW054: "compliance_refused",
  SW055: "compliance_refused",
  SW056: "account_not_payable",
  SW059: "compliance_refused",
};

function failureReason(code: string): string {
  return /^R\d{2}$/.test(code) ? reasonOfReturn(code) : (reasons[code] ?? "processing_error");
}

/** What a deposit says about a payout. With another reference it says nothing. */
export function outcomeOfDeposit(
  deposit: TrustlyTransaction,
  key: string,
  { amountMinor, currency }: Pick<ExpectedPayout, "amountMinor" | "currency">,
): PayoutOutcome {
  if (deposit.transactionType !== transactionType.deposit || deposit.merchantReference !== key) {
    return { type: "unknown", reason: "another_transaction" };
  }
  const payoutId = deposit.transactionId;
  const isSame =
    deposit.currency === currency && minorOfDecimal(deposit.amount, currency) === amountMinor;
  if (!isSame) return { type: "mismatch", payoutId };
  const code = deposit.paymentProviderTransaction?.status ?? "";
  const backMinor = minorOfDecimal(deposit.reversed ?? "0", currency);
  if (backMinor === null || backMinor < 0 || backMinor > amountMinor) {
    return { type: "unknown", reason: "reversed_amount" };
  }
  // If only a part came back, the payout is not returned: it stays open, and staff see why.
  if (backMinor > 0 && backMinor < amountMinor) return { type: "mismatch", payoutId };
  if (backMinor > 0 || deposit.status === status.reversed) {
    const reasonCode = /^R\d{2}$/.test(code) ? reasonOfReturn(code) : "returned";
    return { type: "returned", payoutId, reasonCode };
  }
  if (underWay.has(deposit.status)) return { type: "pending", payoutId };
  switch (deposit.status) {
    case status.completed:
      return { type: "paid", payoutId, paidAtMs: null };
    // Somebody reclaimed it in Trustly's portal.
    case status.refunded:
      return { type: "returned", payoutId, reasonCode: "returned" };
    case status.partiallyRefunded:
      return { type: "mismatch", payoutId };
    case status.canceled:
    case status.voided:
      return { type: "canceled", payoutId, reasonCode: "canceled" };
    case status.failed:
    case status.expired:
    case status.denied:
      return { type: "failed", payoutId, reasonCode: failureReason(code) };
    default:
      return { type: "unknown", reason: "unknown_status" };
  }
}
