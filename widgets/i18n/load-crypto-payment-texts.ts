import type { CryptoPaymentTexts } from "./crypto-payment-texts.ts";
import type { Language } from "./languages.ts";

const loaders: Readonly<
  Record<Language, () => Promise<{ cryptoPaymentTexts: CryptoPaymentTexts }>>
> = {
  en: () => import("./crypto-payment-en.ts"),
  es: () => import("./crypto-payment-es.ts"),
};

/** Loads the texts of crypto payments in one language. */
export async function loadCryptoPaymentTexts(language: Language): Promise<CryptoPaymentTexts> {
  return (await loaders[language]()).cryptoPaymentTexts;
}
