import type { DisbursementResult } from "../../../src/index.ts";
import type { Checkout } from "./checkout-view.ts";
import { element } from "./dom.ts";
import { errorWords } from "./error-words.ts";
import { moneyText, type PageOptions } from "./page-options.ts";
import {
  decidePayout,
  type FeedEntry,
  type PlacedPayout,
  renewPayout,
  watchPayoutWebhooks,
} from "./shop-api.ts";
import { createTaxFormCard } from "./tax-form-card.ts";
import { createWebhookList } from "./webhook-list.ts";

/** The SDK's global, added by its script tag. */
declare const Tessera: typeof import("../../../src/index.ts").Tessera;

/** What is collected: winnings from this shop, or an intent created elsewhere (`?secret=di_…`). */
export type Collection = PlacedPayout | { clientSecretKey: string };

/** The shop's text next to the widget's. */
const headlines: Record<string, string> = {
  success: "Enjoy your winnings!",
  pending: "We received your request.",
};

/**
 * Builds the page of one payout: its purpose, the payout widget, the operator's decision, and the
 * webhooks.
 */
export function openPayout(
  collection: Collection,
  publishableKey: string,
  options: PageOptions,
): Checkout {
  if (typeof Tessera === "undefined") {
    throw new Error("The payment script did not load. Reload the page.");
  }
  const outcome = element("p", { class: "outcome", role: "status", "data-testid": "outcome" });
  const target = element("div", { id: "payout", "data-testid": "widget" });
  const placed = "payoutId" in collection ? collection : undefined;
  const tessera = new Tessera({
    publishableKey,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  });
  const payout = tessera.createDisbursementElements({
    clientSecretKey: collection.clientSecretKey,
    ...(placed === undefined ? {} : { fetchClientSecretKey: () => renewPayout(placed.payoutId) }),
  });
  const say = (text: string, type: string): void => {
    outcome.textContent = text;
    outcome.dataset["type"] = type;
  };
  payout.on("complete", ({ type }: DisbursementResult) => say(headlines[type] ?? "", type));
  payout.on("loaderror", () => say(errorWords.notLoaded, "loaderror"));

  const webhooks = createWebhookList();
  const desk = placed && operatorsDesk(placed.payoutId);
  const taxForm = createTaxFormCard(tessera);
  const show = (entry: FeedEntry) => {
    webhooks.show(entry);
    taxForm.handleEvent(entry);
    desk?.handleEvent(entry);
  };
  const feed = placed && watchPayoutWebhooks(placed.payoutId, show);
  const amount = placed && moneyText(placed.amount, "USD", options.locale);
  const view = element(
    "main",
    { class: "checkout" },
    element("a", { href: "/winnings", class: "back" }, "← Back to your winnings"),
    element("h1", {}, "Collect your winnings"),
    element(
      "div",
      { class: "columns" },
      element(
        "div",
        { class: "aside" },
        ...(placed === undefined
          ? []
          : [
              element(
                "section",
                { class: "won-card", "aria-label": "Your winnings" },
                element("p", { class: "eyebrow" }, "You won"),
                element("h2", {}, placed.title),
                element("p", { class: "won-amount", "data-testid": "payout-total" }, amount),
              ),
            ]),
        taxForm.view,
        desk?.view,
      ),
      element("section", { class: "pay", "aria-label": "Payout" }, target, outcome),
    ),
    webhooks.view,
  );
  // A frame reloads each time it is inserted, so the widget is mounted only in the page.
  queueMicrotask(() => payout.mount(target));
  return {
    view,
    close() {
      feed?.close();
      payout.destroy();
    },
  };
}

/** The operator's decision, for demonstrations. Otherwise staff decide in the console. */
function operatorsDesk(payoutId: string): {
  view: HTMLElement;
  handleEvent(entry: FeedEntry): void;
} {
  const problem = element("p", { class: "problem", role: "alert" });
  const button = (text: string, testId: string, allow: boolean) =>
    element(
      "button",
      {
        type: "button",
        class: allow ? "buy" : "buy reject",
        "data-testid": testId,
        disabled: true,
        onclick: () => decide(allow),
      },
      text,
    );
  const buttons = [
    button("Approve payout", "approve", true),
    button("Reject payout", "reject", false),
  ];
  const enable = (enabled: boolean) => {
    for (const button of buttons) button.disabled = !enabled;
  };
  const decide = (allow: boolean): void => {
    problem.textContent = "";
    enable(false);
    decidePayout(payoutId, allow).catch((error: unknown) => {
      enable(true);
      problem.textContent = error instanceof Error ? error.message : String(error);
    });
  };
  return {
    view: element(
      "section",
      { class: "desk", "aria-labelledby": "desk" },
      element("h2", { id: "desk" }, "Operator’s decision"),
      element("p", { class: "quiet" }, "The operator approves every payout before it is sent."),
      element("div", { class: "desk-buttons" }, ...buttons),
      problem,
    ),
    handleEvent: ({ type, status }) => {
      if (type === "disbursement") enable(status === "pending-validation");
    },
  };
}
