import { type ComponentChild, render } from "preact";
import { BrandSprite } from "../../widgets/fields/brand-marks.tsx";
import { createCardFields } from "../../widgets/fields/card-fields.ts";
import type { CardFieldName } from "../../widgets/fields/field-problem.ts";
import { paymentOutcomeTexts as en } from "../../widgets/i18n/payment-outcome-en.ts";
import { paymentOutcomeTexts as es } from "../../widgets/i18n/payment-outcome-es.ts";
import { laterPart } from "../../widgets/payment/later-part.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { createCardForm, type FieldProblems } from "../../widgets/payment/methods/card-form.ts";
import { type MethodKey, offeredTypes } from "../../widgets/payment/offered.ts";
import { PaymentView } from "../../widgets/payment/view/payment-view.tsx";
import type { GalleryView } from "./gallery-entry.ts";

interface Shown {
  readonly state: PaymentState;
  readonly problems: FieldProblems;
  readonly online: boolean;
  /** Forms of other ways to pay than the card. */
  readonly formOf?: ((method: MethodKey) => ComponentChild) | undefined;
}

/**
 * The payment widget in one state, with fields that live: they format, and say what is wrong when
 * they are left or Pay is pressed. Gives what types into them.
 */
export function renderPayment(place: HTMLElement, { texts, locale }: GalleryView, shown: Shown) {
  const root = document.createElement("div");
  const sprite = document.createElement("div");
  place.append(root, sprite);
  render(<BrandSprite />, sprite);
  const later = laterPart(texts.language === "es" ? es : en);
  const types = shown.state.session ? offeredTypes(shown.state.session) : ["card"];
  const { dataset } = document.documentElement;
  dataset["methods"] = types.join(" ");
  dataset["choice"] = types.length > 1 ? "many" : "one";
  const draw = (problems: FieldProblems, announcement: string, onSubmit: () => void) =>
    render(
      <PaymentView
        {...shown}
        problems={problems}
        texts={texts}
        locale={locale}
        announcement={announcement}
        later={later}
        onSubmit={onSubmit}
        onRetry={() => undefined}
      />,
      root,
    );
  draw(shown.problems, "", () => undefined);
  const fields = createCardFields({ root, nowMs: Date.now });
  let count = 0;
  const card = createCardForm(fields, () => {
    count = 0;
  });
  const redraw = () => draw(card.shown(), count > 0 ? texts.problemCount(count) : "", check);
  const check = () => {
    count = card.check();
    redraw();
  };
  card.subscribe(redraw);
  draw(shown.problems, "", check);
  return {
    type(name: CardFieldName, text: string) {
      const input = root.querySelector<HTMLInputElement>(`input[data-field="${name}"]`);
      if (!input || text === "") return;
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
}
