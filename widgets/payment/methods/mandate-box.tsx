import { useState } from "preact/hooks";
import type { MandateText } from "#contract/client/session";
import type { PaymentMethodTexts } from "../../i18n/payment-method-texts.ts";
import { copyText } from "../../ui/copy-text.ts";
import { LiveRegion } from "../../ui/live-region.tsx";

interface MandateBoxProps {
  readonly texts: PaymentMethodTexts["bank"]["mandate"];
  /** Null until the service has written it. */
  readonly mandate: MandateText | null;
}

/** The customer can read, copy, print or save the text. */
export function MandateBox({ texts, mandate }: MandateBoxProps) {
  const [copied, setCopied] = useState<string | null>(null);
  // Another bank or amount has another text.
  const isCopied = mandate !== null && copied === mandate.text;
  return (
    <section class="mandate" data-testid="mandate" aria-label={texts.title}>
      <h2 class="mandate-title">{texts.title}</h2>
      {mandate === null ? (
        <p class="mandate-text" aria-busy="true">
          <span class="skeleton" />
        </p>
      ) : (
        <>
          {texts.englishOnly !== null && <p class="field-hint">{texts.englishOnly}</p>}
          {mandate.text.split(/\n{2,}/).map((paragraph) => (
            <p class="mandate-text" lang={mandate.locale} dir="ltr" key={paragraph}>
              {paragraph}
            </p>
          ))}
          <p class="mandate-ways">
            <button
              type="button"
              class="link"
              data-testid="mandate-copy"
              onClick={() =>
                void copyText(mandate.text).then((done) => {
                  setCopied(done ? mandate.text : null);
                })
              }
            >
              {isCopied ? texts.copied : texts.copy}
            </button>
            <button
              type="button"
              class="link"
              data-testid="mandate-print"
              // The print styles show only this text.
              onClick={() => print()}
            >
              {texts.print}
            </button>
          </p>
        </>
      )}
      <LiveRegion message={isCopied ? texts.copied : ""} />
      <p class="mandate-consent">{texts.consent}</p>
    </section>
  );
}
