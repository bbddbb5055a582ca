import { element } from "./dom.ts";

interface OfferView {
  readonly eyebrow: string;
  readonly title: string;
  readonly lead: string;
  readonly list: HTMLUListElement;
}

export function offerView({ eyebrow, title, lead, list }: OfferView): HTMLElement {
  return element(
    "main",
    { class: "range" },
    element(
      "section",
      { class: "welcome" },
      element("p", { class: "eyebrow" }, eyebrow),
      element("h1", {}, title),
      element("p", { class: "lead" }, lead),
    ),
    list,
  );
}

/** A button that starts something, and the place for its problem. */
interface OfferButton {
  readonly text: string;
  readonly label: string;
  readonly testId: string;
  readonly onPress: () => Promise<void>;
}

/** Builds the button, and the paragraph that says why it failed. */
export function offerButton({ text, label, testId, onPress }: OfferButton) {
  const problem = element("p", { class: "problem", role: "alert" });
  const button = element(
    "button",
    {
      type: "button",
      class: "buy",
      "data-testid": testId,
      "aria-label": label,
      onclick: () => {
        button.disabled = true;
        problem.textContent = "";
        onPress().catch((error: unknown) => {
          button.disabled = false;
          problem.textContent = error instanceof Error ? error.message : String(error);
        });
      },
    },
    text,
  );
  return { button, problem };
}
