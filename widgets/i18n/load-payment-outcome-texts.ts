import type { Language } from "./languages.ts";
import type { PaymentOutcomeTexts } from "./payment-outcome-texts.ts";

const loaders: Readonly<
  Record<Language, () => Promise<{ paymentOutcomeTexts: PaymentOutcomeTexts }>>
> = {
  en: () => import("./payment-outcome-en.ts"),
  es: () => import("./payment-outcome-es.ts"),
};

/** Loads the texts of notices and outcomes in one language. */
export async function loadPaymentOutcomeTexts(language: Language): Promise<PaymentOutcomeTexts> {
  return (await loaders[language]()).paymentOutcomeTexts;
}
