import type { Tessera } from "../../../src/index.ts";
import { element } from "./dom.ts";
import { errorWords } from "./error-words.ts";
import type { FeedEntry } from "./shop-api.ts";

/** What the shop says of how the form ended. */
const endings: Record<string, string> = {
  completed: "Signed. We have your tax form.",
  not_us_person: "Noted: you are not a U.S. person. We will be in touch.",
  canceled: "Not signed yet.",
  expired: "This link has expired.",
};

/**
 * A card with the button that opens the W-9, from the link that `customer_w9_required` brings; hidden until
 * one is needed. Another shop would send the same link by e-mail.
 */
export function createTaxFormCard(tessera: Tessera): {
  view: HTMLElement;
  hear(entry: FeedEntry): void;
} {
  const said = element("p", { class: "quiet", role: "status", "data-testid": "w9-ending" });
  let w9CaptureUrl = "";
  const say = (text: string) => {
    said.textContent = text;
  };
  const open = (): void => {
    say("");
    tessera.openW9({ w9CaptureUrl }).result.then(
      ({ type }) => say(endings[type] ?? type),
      () => say(errorWords.failed),
    );
  };
  const button = element(
    "button",
    { type: "button", class: "buy", "data-testid": "open-w9", onclick: open },
    "Open the tax form",
  );
  const view = element(
    "section",
    { class: "desk", "aria-labelledby": "tax-form", hidden: true },
    element("h2", { id: "tax-form" }, "Your tax form"),
    element("p", { class: "quiet" }, "Before we may pay you, we need a Form W‑9, once."),
    element("div", { class: "desk-buttons" }, button),
    said,
  );
  return {
    view,
    hear({ type, data }) {
      if (type === "customer_w9_completed") button.hidden = true;
      if (type !== "customer_w9_required" || typeof data["w9CaptureUrl"] !== "string") return;
      w9CaptureUrl = data["w9CaptureUrl"];
      view.hidden = false;
      button.hidden = false;
    },
  };
}
