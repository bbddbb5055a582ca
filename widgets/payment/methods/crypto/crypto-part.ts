/** Crypto's form and deposit with their texts and styles in one file, which loads when one of them is shown. */
import "../../../../styles/crypto-payment.css";
import type { Language } from "#contract/languages";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import { loadCryptoPaymentTexts } from "../../../i18n/load-crypto-payment-texts.ts";
import { cryptoMethod } from "./crypto-method.tsx";
import type { LoadQrPath } from "./deposit-qr.tsx";
import { DepositView } from "./deposit-view.tsx";

export interface CryptoPart {
  readonly cryptoMethod: typeof cryptoMethod;
  readonly DepositView: typeof DepositView;
  readonly texts: CryptoPaymentTexts;
  readonly loadQrPath: LoadQrPath;
}

export const cryptoPart = (texts: CryptoPaymentTexts): CryptoPart => ({
  cryptoMethod,
  DepositView,
  texts,
  loadQrPath: async () => (await import("../../../ui/qr-path.ts")).qrPath,
});

export async function loadCryptoPart(language: Language): Promise<CryptoPart> {
  return cryptoPart(await loadCryptoPaymentTexts(language));
}
