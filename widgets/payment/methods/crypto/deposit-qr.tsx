import { useEffect, useState } from "preact/hooks";
import type { CryptoPaymentTexts } from "../../../i18n/crypto-payment-texts.ts";
import { QrCode } from "../../../ui/qr-code.tsx";
import type { qrPath } from "../../../ui/qr-path.ts";

/** Loads the code that draws QR codes from a separate file, because customers on a phone do not need it. */
export type LoadQrPath = () => Promise<typeof qrPath>;

interface DepositQrProps {
  /** The wallet's link. Also use it as the `key`: the QR code is made once. */
  readonly uri: string;
  readonly label: string;
  readonly texts: CryptoPaymentTexts["deposit"];
  readonly load: LoadQrPath;
}

/** The wallet's link as a QR code. Its space is reserved while it loads. If it fails, a text says so. */
export function DepositQr({ uri, label, texts, load }: DepositQrProps) {
  const [code, setCode] = useState<ReturnType<typeof qrPath> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    load().then(
      (path) => !isGone && setCode(path(uri)),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (failed) {
    return (
      <p class="field-hint" data-testid="deposit-qr-lost">
        {texts.qrFailed}
      </p>
    );
  }
  return (
    <figure class="deposit-code">
      {code ? (
        <QrCode class="deposit-qr" testId="deposit-qr" code={code} label={label} />
      ) : (
        <span class="deposit-qr deposit-qr-place" aria-hidden="true" />
      )}
      <figcaption class="field-hint">{texts.qrHint}</figcaption>
    </figure>
  );
}
