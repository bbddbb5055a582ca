import { achReasonOf, bankReasons, payByBankReasons } from "./bank-reasons.ts";
import { cardReasons } from "./card-reasons.ts";
import { cryptoReasons } from "./crypto-reasons.ts";
import {
  declinedText,
  type PaymentReason,
  type PaymentReasons,
  retryWith,
} from "./payment-reason.ts";

/** Every known reason by its code, those of one method after those of the other. */
export const paymentReasons: PaymentReasons = {
  ...cardReasons,
  ...bankReasons,
  ...payByBankReasons,
  ...cryptoReasons,
};

const unknownReason: PaymentReason = {
  category: "issuer",
  customerMessage: declinedText,
  advice: retryWith("other_card"),
  operatorMessage: "Declined for a reason that is not in the catalogue.",
};

/** What a reason means; an unknown one is an ordinary decline. `type`: the method that failed. */
export function paymentReasonOf(code: string, type = "card"): PaymentReason {
  const known = Object.hasOwn(paymentReasons, code) ? paymentReasons[code] : achReasonOf(code);
  if (known) return known;
  return type === "card" ? unknownReason : { ...unknownReason, advice: retryWith("other_method") };
}

/**
 * The reason as the customer's frame gets it: a suspicion of fraud is an ordinary decline there, so
 * that a thief learns nothing.
 */
export function customerReasonCode(code: string): string {
  return paymentReasonOf(code).category === "fraud" ? "generic_decline" : code;
}
