/** The crypto form and deposit with texts and styles: one file, loaded when either is shown. */
import "../../../../styles/crypto-payment.css";
import type { Language } from "#contract/languages";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
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

/** The part with texts that are already loaded. */
export const cryptoPart = (texts: CryptoPaymentTexts): CryptoPart => ({
  cryptoMethod,
  DepositView,
  texts,
  loadQrPath: async () => (await import("../../../ui/qr-path.ts")).qrPath,
});

/** Loads the part with the texts of one language. */
export async function loadCryptoPart(language: Language): Promise<CryptoPart> {
  return cryptoPart(await loadCryptoPaymentTexts(language));
}
