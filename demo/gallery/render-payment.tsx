import { render } from "preact";
import { BrandSprite } from "../../widgets/fields/brand-marks.tsx";
import { createCardFields } from "../../widgets/fields/card-fields.ts";
import type { CardFieldName } from "../../widgets/fields/field-problem.ts";
import { createFormProblems } from "../../widgets/payment/form-problems.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import type { FieldProblems } from "../../widgets/payment/view/card-form.tsx";
import { PaymentView } from "../../widgets/payment/view/payment-view.tsx";
import type { GalleryView } from "./gallery-entry.ts";

interface Shown {
  readonly state: PaymentState;
  readonly problems: FieldProblems;
  readonly online: boolean;
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
  const draw = (problems: FieldProblems, announcement: string, onSubmit: () => void) =>
    render(
      <PaymentView
        {...shown}
        problems={problems}
        texts={texts}
        locale={locale}
        announcement={announcement}
        onSubmit={onSubmit}
        onRetry={() => undefined}
      />,
      root,
    );
  draw(shown.problems, "", () => undefined);
  const fields = createCardFields({ root, nowMs: Date.now });
  const problems = createFormProblems(fields);
  const check = () => void problems.check();
  problems.subscribe(() => {
    const { count } = problems.announced();
    draw(problems.shown(), count > 0 ? texts.problemCount(count) : "", check);
  });
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
