import type { PaymentOutcomeTexts, PendingTexts } from "../../i18n/payment-outcome-texts.ts";
import type { PaymentState } from "../machine/state.ts";
import { knownTypes, typeOf } from "../offered-methods.ts";

/** The type of the payment under way, or of the chosen method; `card` for unknown types. */
export function paidType({ payment, method }: PaymentState) {
  const type = payment?.type ?? typeOf(method);
  return knownTypes.find((each) => each === type) ?? "card";
}

export function pendingWords(state: PaymentState, words: PaymentOutcomeTexts): PendingTexts {
  return words.pending[paidType(state)];
}
