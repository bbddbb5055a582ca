import type { Language } from "./languages.ts";
import type { PaymentMethodTexts } from "./payment-method-texts.ts";

const loaders: Readonly<
  Record<Language, () => Promise<{ paymentMethodTexts: PaymentMethodTexts }>>
> = {
  en: () => import("./payment-method-en.ts"),
  es: () => import("./payment-method-es.ts"),
};

/** Loads the texts of the payment methods' forms in one language. */
export async function loadPaymentMethodTexts(language: Language): Promise<PaymentMethodTexts> {
  return (await loaders[language]()).paymentMethodTexts;
}
