/** Every failure reason and advice, in the texts of each payment method. */
import { render } from "preact";
import { paymentOutcomeTexts as en } from "../../widgets/i18n/en/payment-outcome.ts";
import { type KnownType, knownTypes } from "../../widgets/payment/offered-methods.ts";
import { declineWords, PaymentNotice } from "../../widgets/payment/view/payment-notice.tsx";
import { declinedPayment } from "./example-payment.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";

type Advice = Parameters<typeof declinedPayment>[2];
const advices = Object.keys(en.declined.advice) as Advice[];
const codesOf = (type: KnownType) =>
  Object.keys(type === "card" ? en.declined.reasons : (en.declined.by[type]?.reasons ?? {}));

export const reasonsEntries: readonly GalleryEntry[] = knownTypes.map((type) => ({
  id: `reasons-${type.replaceAll("_", "-")}`,
  group: "Payment: why it failed",
  title: en.success.paidWith[type],
  render(place, { texts, language }) {
    const words = galleryTexts("payment-outcome", language);
    const wordsOf = (code: string, advice: Advice) =>
      declineWords(declinedPayment(code, "", advice, { type }), words);
    render(
      <main class="payment">
        <h1 class="payment-title">{texts.choose.names[type]}</h1>
        {codesOf(type).map((code) => (
          <PaymentNotice key={code} words={wordsOf(code, "none")} />
        ))}
        {advices.map((advice) => (
          <PaymentNotice key={advice} words={wordsOf("", advice)} />
        ))}
      </main>,
      place,
    );
  },
}));
