/** Crypto's form and its deposit, with words and looks: one file, loaded when either is shown. */
import "../../../../styles/crypto-payment.css";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import type { Language } from "../../../i18n/languages.ts";
import { loadCryptoPaymentTexts } from "../../../i18n/load-crypto-payment-texts.ts";
import { cryptoMethod } from "./crypto-method.tsx";
import type { LoadQrPath } from "./deposit-qr.tsx";
import { DepositView } from "./deposit-view.tsx";

/** See {@link DepositView} and {@link cryptoMethod}. */
export interface CryptoPart {
  readonly cryptoMethod: typeof cryptoMethod;
  readonly DepositView: typeof DepositView;
  readonly texts: CryptoPaymentTexts;
  readonly loadQrPath: LoadQrPath;
}

/** The same with words that are there already. */
export const cryptoPart = (texts: CryptoPaymentTexts): CryptoPart => ({
  cryptoMethod,
  DepositView,
  texts,
  loadQrPath: async () => (await import("../../../ui/qr-path.ts")).qrPath,
});

/** With the words of one language. */
export async function loadCryptoPart(language: Language): Promise<CryptoPart> {
  return cryptoPart(await loadCryptoPaymentTexts(language));
}
