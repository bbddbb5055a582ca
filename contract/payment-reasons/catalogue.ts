import { achReasonOf, bankReasons, payByBankReasons } from "./bank-reasons.ts";
import { cardReasons } from "./card-reasons.ts";
import { cryptoReasons } from "./crypto-reasons.ts";
import { operatorReasons } from "./operator-reasons.ts";
import {
  declinedText,
  type PaymentReason,
  type PaymentReasons,
  retryWith,
} from "./payment-reason.ts";

export const paymentReasons: PaymentReasons = {
  ...cardReasons,
  ...bankReasons,
  ...payByBankReasons,
  ...cryptoReasons,
  ...operatorReasons,
};

const unknownReason: PaymentReason = {
  category: "issuer",
  customerMessage: declinedText,
  advice: retryWith("other_card"),
  operatorMessage: "Declined for a reason that this version does not know.",
};

/** The meaning of a reason; an unknown code is an ordinary decline. `type` is the failed payment method. */
export function paymentReasonOf(code: string, type = "card"): PaymentReason {
  const known = Object.hasOwn(paymentReasons, code) ? paymentReasons[code] : achReasonOf(code);
  if (known) return known;
  return type === "card" ? unknownReason : { ...unknownReason, advice: retryWith("other_method") };
}

/** The code for the customer's frame. Suspected fraud becomes an ordinary decline, so that a thief learns nothing. */
export function customerReasonCode(code: string): string {
  return paymentReasonOf(code).category === "fraud" ? "generic_decline" : code;
}
