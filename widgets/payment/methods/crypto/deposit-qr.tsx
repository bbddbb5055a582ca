import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import type { QrCode } from "../../../ui/qr-code.tsx";

/** Draws codes; loaded apart, as whoever pays on a phone needs none. */
export type LoadQrCode = () => Promise<ComponentType<Parameters<typeof QrCode>[0]>>;

interface DepositQrProps {
  /** The wallet's link */
  readonly uri: string;
  readonly label: string;
  readonly texts: CryptoPaymentTexts["deposit"];
  readonly load: LoadQrCode;
}

/** The wallet's link as a code; its place is kept while it is loaded, and it can fail without harm. */
export function DepositQr({ uri, label, texts, load }: DepositQrProps) {
  const [Code, setCode] = useState<Awaited<ReturnType<LoadQrCode>> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    load().then(
      (code) => !isGone && setCode(() => code),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (failed) {
    return (
      <p class="field-hint" data-testid="deposit-qr-lost">
        {texts.qrLost}
      </p>
    );
  }
  return (
    <figure class="deposit-code">
      {Code ? (
        <Code class="deposit-qr" text={uri} {...{ label }} testId="deposit-qr" />
      ) : (
        <span class="deposit-qr deposit-qr-place" aria-hidden="true" />
      )}
      <figcaption class="field-hint">{texts.qrHint}</figcaption>
    </figure>
  );
}
