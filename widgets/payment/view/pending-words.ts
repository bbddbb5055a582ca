import type { PaymentOutcomeTexts, PendingTexts } from "../../i18n/payment-outcome-texts.ts";
import type { PaymentState } from "../machine/state.ts";
import { knownTypes, typeOf } from "../offered.ts";

/** The type of the payment under way, or of what is chosen; `card` where it is not one of ours. */
export function paidType({ payment, method }: PaymentState) {
  const type = payment?.type ?? typeOf(method);
  return knownTypes.find((each) => each === type) ?? "card";
}

/** What to say while the outcome of this kind of payment is not known. */
export function pendingWords(state: PaymentState, words: PaymentOutcomeTexts): PendingTexts {
  return words.pending[paidType(state)];
}
