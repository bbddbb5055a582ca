import type { Tessera } from "../../../src/index.ts";
import { element } from "./dom.ts";
import { errorWords } from "./error-words.ts";
import type { FeedEntry } from "./shop-api.ts";

/** The shop's text for each result. */
const endings: Record<string, string> = {
  completed: "We received your signed tax form.",
  not_us_person: "You told us that you are not a U.S. person. We’ll contact you.",
  canceled: "You have not signed the form yet.",
  expired: "This link has expired.",
};

/**
 * A card that opens the W-9 from the link in `customer_w9_required`; hidden until a form is required. A real shop could
 * send the link by e-mail.
 */
export function createTaxFormCard(tessera: Tessera): {
  view: HTMLElement;
  handleEvent(entry: FeedEntry): void;
} {
  const status = element("p", { class: "quiet", role: "status", "data-testid": "w9-ending" });
  let w9CaptureUrl = "";
  const say = (text: string) => {
    status.textContent = text;
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
    "Open tax form",
  );
  const reason = element(
    "p",
    { class: "quiet" },
    "We need a signed Form W‑9 before we can pay you. You only sign it once.",
  );
  const view = element(
    "section",
    { class: "desk", "aria-labelledby": "tax-form", hidden: true },
    element("h2", { id: "tax-form" }, "Your tax form"),
    reason,
    element("div", { class: "desk-buttons" }, button),
    status,
  );
  return {
    view,
    handleEvent({ type, data }) {
      if (type === "customer_w9_completed") {
        reason.hidden = true;
        button.hidden = true;
        say(endings["completed"] ?? "");
      }
      if (type !== "customer_w9_required" || typeof data["w9CaptureUrl"] !== "string") return;
      w9CaptureUrl = data["w9CaptureUrl"];
      view.hidden = false;
      reason.hidden = false;
      button.hidden = false;
      say("");
    },
  };
}
