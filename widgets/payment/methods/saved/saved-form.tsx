import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FieldReading } from "../../../fields/field-reading.ts";
import type { PaymentMethodTexts } from "../../../i18n/payment-method-texts.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import type { Texts } from "../../../i18n/texts.ts";
import { savedId } from "../../offered-methods.ts";
import { MandateBox } from "../mandate-box.tsx";
import type { MethodFormProps, MethodFormView } from "../method-form.ts";
import { useMethodForm } from "../use-method-form.ts";
import { takePointedChoice } from "./pointed-choice.ts";
import { SavedCvc } from "./saved-cvc.tsx";

export interface SavedFormWords {
  readonly texts: SavedMethodTexts;
  /** The card form's texts, for its security code. */
  readonly problems: Texts["problem"];
  readonly mandate: PaymentMethodTexts["bank"]["mandate"];
}

export function savedForm(words: SavedFormWords): MethodFormView {
  return (props) => <SavedForm {...props} words={words} />;
}

/**
 * Asks for what this payment needs (`verification`): the security code, the bank's confirmation, or agreement to a
 * mandate. For an unknown `verification` it asks for nothing; the service does. Choosing a card by pointer focuses its
 * security code.
 */
function SavedForm(props: MethodFormProps & { readonly words: SavedFormWords }) {
  const { method, active, session, quote, onForm, onTyped, onMended, words } = props;
  const id = savedId(method) ?? "";
  const saved = session.savedPaymentMethods.find(({ paymentMethodId }) => paymentMethodId === id);
  const card = saved && "brand" in saved.paymentMethod ? saved.paymentMethod : null;
  const needsCode = saved?.verification === "cvc" && card !== null;
  const needsMandate = saved?.verification === "mandate";
  const container = useRef<HTMLDivElement>(null);
  const code = useRef<FieldReading<string>>({ value: null, blocks: needsCode });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [refusals, setRefusals] = useState(0);
  // A new key gives an empty field.
  const [cvcKey, setCvcKey] = useState(0);
  // Without a mandate there is nothing to agree to.
  const canPay = !needsMandate || quote?.mandate !== undefined;
  const focus = () => container.current?.querySelector("input")?.focus();
  useMethodForm(
    onForm,
    () => ({
      check() {
        if (!code.current.blocks) return 0;
        setIsSubmitted(true);
        focus();
        return 1;
      },
      read: ({ mandate }) => ({
        type: "saved",
        paymentMethodId: id,
        ...(code.current.value !== null && { cvc: code.current.value }),
        ...(mandate && { mandate: { version: mandate.version, locale: mandate.locale } }),
      }),
      refuse() {
        setRefusals((before) => before + 1);
        setCvcKey((before) => before + 1);
        // Once the new field is rendered.
        setTimeout(focus);
      },
      focus,
      clear() {
        setIsSubmitted(false);
        setCvcKey((before) => before + 1);
      },
      ...(needsCode && {
        completeness: () => ({
          complete: !code.current.blocks,
          empty: code.current.value === null,
        }),
      }),
      cvc: () => code.current.value,
    }),
    canPay,
  );
  // Before paint, still within the customer's press: phones show the keyboard only then.
  useLayoutEffect(() => {
    if (active && takePointedChoice(method)) focus();
  }, [active]);
  const hint = saved?.verification === "three_ds" ? words.texts.threeDS : null;
  if (!needsCode && !needsMandate && hint === null) return null;
  return (
    <div class="saved-form" ref={container}>
      {needsCode && (
        <SavedCvc
          key={cvcKey}
          id={id}
          brand={card.brand}
          texts={words.texts.cvc}
          problems={words.problems}
          refusals={refusals}
          isSubmitted={isSubmitted}
          onReading={(reading) => {
            if (code.current.blocks && !reading.blocks) onMended();
            code.current = reading;
            onTyped();
          }}
        />
      )}
      {hint !== null && <p class="field-hint">{hint}</p>}
      {needsMandate && <MandateBox texts={words.mandate} mandate={quote?.mandate ?? null} />}
    </div>
  );
}
