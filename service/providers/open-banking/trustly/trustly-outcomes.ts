import { minorOfDecimal } from "../../processor/kit/decimal-amount.ts";
import { status, type TrustlyTransaction, transactionType } from "../../trustly/index.ts";
import type {
  BankOrder,
  BankPaymentOutcome,
  BankRefundOrder,
  BankRefundOutcome,
  PayingAccount,
} from "../open-banking-provider.ts";
import { failureReasonOf, returnReasonOf } from "./trustly-reasons.ts";

/** Longer bank names are cut. */
const maxBankNameLength = 80;

const underWay: ReadonlySet<string> = new Set([
  status.new,
  status.pending,
  status.authorised,
  status.processed,
  status.onHold,
]);
/** A refunded capture still collected the money: refunds are transactions of their own. */
const collected: ReadonlySet<string> = new Set([
  status.completed,
  status.partiallyRefunded,
  status.refunded,
]);
const ended: ReadonlySet<string> = new Set([
  status.failed,
  status.expired,
  status.canceled,
  status.denied,
  status.voided,
]);

/** Whether Trustly's decimal text is exactly the order's amount. */
export function isAmount(
  value: string | null | undefined,
  { amountMinor, currency }: Pick<BankOrder, "amountMinor" | "currency">,
): boolean {
  return typeof value === "string" && minorOfDecimal(value, currency) === amountMinor;
}

/** What a capture says about a payment. `unknown` if it is for another payment, amount or currency. */
export function outcomeOfCapture(
  capture: TrustlyTransaction,
  { key, order }: { readonly key: string; readonly order: BankOrder },
): BankPaymentOutcome {
  const isOurs =
    capture.transactionType === transactionType.capture &&
    capture.merchantReference === key &&
    capture.currency === order.currency &&
    isAmount(capture.amount, order);
  if (!isOurs) return { type: "unknown", reason: "another_payment" };
  const known = { bankPaymentId: capture.transactionId, account: payingAccount(capture) };
  const code = capture.paymentProviderTransaction?.status;
  const reversedMinor = minorOfDecimal(capture.reversed ?? "0", order.currency);
  if (reversedMinor === null || reversedMinor < 0 || reversedMinor > order.amountMinor) {
    return { type: "unknown", reason: "reversed_amount" };
  }
  const reason = returnReasonOf(code);
  const isPartlyReversed = reversedMinor > 0 && reversedMinor < order.amountMinor;
  if (!isPartlyReversed && (reversedMinor > 0 || capture.status === status.reversed)) {
    return { type: "returned", ...known, reason };
  }
  if (isPartlyReversed && (collected.has(capture.status) || capture.status === status.reversed)) {
    return { type: "settled", ...known, partReturned: { amountMinor: reversedMinor, reason } };
  }
  if (isPartlyReversed) return { type: "unknown", reason: "partly_returned" };
  if (collected.has(capture.status)) return { type: "settled", ...known };
  if (underWay.has(capture.status)) return { type: "accepted", ...known };
  return ended.has(capture.status)
    ? { type: "rejected", ...known, reason: failureReasonOf(code) }
    : { type: "unknown", reason: "unknown_status" };
}

/** What Trustly says about a refund. `unknown` if it is for another payment, amount or currency. */
export function outcomeOfRefund(
  refund: TrustlyTransaction,
  { key, order }: { readonly key: string; readonly order: BankRefundOrder },
): BankRefundOutcome {
  const original = refund.originalTransactionId ?? order.bankPaymentId;
  const isOurs =
    refund.transactionType === transactionType.refund &&
    refund.merchantReference === key &&
    original === order.bankPaymentId &&
    refund.currency === order.currency &&
    isAmount(refund.amount, order);
  if (!isOurs) return { type: "unknown", reason: "another_refund" };
  const known = { bankRefundId: refund.transactionId };
  const code = refund.paymentProviderTransaction?.status ?? "";
  if (refund.status === status.reversed) return { type: "rejected", ...known, reason: code };
  if (refund.status === status.completed) return { type: "settled", ...known };
  if (underWay.has(refund.status)) return { type: "accepted", ...known };
  return ended.has(refund.status)
    ? { type: "rejected", ...known, reason: code }
    : { type: "unknown", reason: "unknown_status" };
}

/** Trustly may omit fields. An account of an unknown type counts as a checking account. */
function payingAccount({ payment }: TrustlyTransaction): PayingAccount {
  const { account, paymentProvider } = payment;
  const digits = account?.accountNumberLastFour ?? account?.accountNumber ?? "";
  const last4 = /[A-Za-z0-9]{4}$/.exec(digits)?.[0] ?? "0000";
  return {
    bankName: paymentProvider?.name?.trim().slice(0, maxBankNameLength) || "Trustly",
    accountType: account?.type === "2" ? "savings" : "checking",
    last4,
  };
}
