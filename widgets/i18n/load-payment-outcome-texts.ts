import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { PaymentOutcomeTexts } from "./payment-outcome-texts.ts";

const files = import.meta.glob("./*/payment-outcome.ts");

export const loadPaymentOutcomeTexts = async (language: Language): Promise<PaymentOutcomeTexts> =>
  (await loadFrom<{ paymentOutcomeTexts: PaymentOutcomeTexts }>(files, "payment-outcome", language))
    .paymentOutcomeTexts;
