import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { PaymentMethodTexts } from "./payment-method-texts.ts";

const files = import.meta.glob("./*/payment-method.ts");

export const loadPaymentMethodTexts = async (language: Language): Promise<PaymentMethodTexts> =>
  (await loadFrom<{ paymentMethodTexts: PaymentMethodTexts }>(files, "payment-method", language))
    .paymentMethodTexts;
