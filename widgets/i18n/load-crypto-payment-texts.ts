import type { Language } from "#contract/languages";
import type { CryptoPaymentTexts } from "./crypto-payment-texts.ts";
import { loadFrom } from "./load-from.ts";

const files = import.meta.glob("./*/crypto-payment.ts");

export const loadCryptoPaymentTexts = async (language: Language): Promise<CryptoPaymentTexts> =>
  (await loadFrom<{ cryptoPaymentTexts: CryptoPaymentTexts }>(files, "crypto-payment", language))
    .cryptoPaymentTexts;
