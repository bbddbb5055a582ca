import type { PaymentElements, PaymentResult, TesseraError } from "../../../src/index.ts";
import { element } from "./dom.ts";
import { errorWords } from "./error-words.ts";
import { moneyText, type PageOptions } from "./page-options.ts";
import { pictureOf } from "./pictures.ts";
import { createRefundLines } from "./refund-lines.ts";
import { type PlacedOrder, renewOrder, watchWebhooks } from "./shop-api.ts";
import { valuesToTry } from "./values-to-try.ts";
import { createWebhookList } from "./webhook-list.ts";

/** The SDK's global, added by its script tag. */
declare const Tessera: typeof import("../../../src/index.ts").Tessera;

export interface Checkout {
  view: HTMLElement;
  close(): void;
}

/** An order of this shop, or an intent created elsewhere (`?secret=`). */
export type Purchase = PlacedOrder | { clientSecretKey: string };

/** The shop's text next to the widget's. A decline has none. */
const headlines: Record<string, string> = {
  success: "Thank you for your order.",
  pending: "We’ll hold your order until we receive the payment.",
  failed: "",
  expired: "This order has expired.",
  canceled: "",
};

export function openCheckout(
  purchase: Purchase,
  { publishableKey, sandboxUrl }: { publishableKey: string; sandboxUrl: string },
  options: PageOptions,
): Checkout {
  if (typeof Tessera === "undefined") {
    throw new Error("The payment script did not load. Reload the page.");
  }
  const outcome = element("p", { class: "outcome", role: "status", "data-testid": "outcome" });
  const target = element("div", { id: "pay", "data-testid": "widget" });
  const orderId = "orderId" in purchase ? purchase.orderId : undefined;
  const payment = new Tessera({
    publishableKey,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  }).createPaymentElements({
    clientSecretKey: purchase.clientSecretKey,
    submitButton: !options.ownButton,
    // The order then gets the payment's status from the service.
    returnUrl: withoutReturn(location.href),
    ...(options.bankPopup ? { bankWindow: "popup" } : {}),
    ...(orderId === undefined ? {} : { fetchClientSecretKey: () => renewOrder(orderId) }),
  });
  const say = (text: string, type: string): void => {
    outcome.textContent = text;
    outcome.dataset["type"] = type;
  };
  const showResult = ({ type }: PaymentResult): void => {
    say(headlines[type] ?? `Payment status: ${type}.`, type);
  };
  payment.on("complete", showResult);
  payment.on("change", () => say("", ""));
  payment.on("loaderror", () => say(errorWords.notLoaded, "loaderror"));

  const pane = element(
    "section",
    { class: "pay", "aria-label": "Payment" },
    target,
    ...(options.ownButton ? [ownButton(payment, showResult, say)] : []),
    outcome,
  );
  const webhooks = createWebhookList();
  const refunds = createRefundLines(options.locale);
  const feed =
    orderId === undefined
      ? undefined
      : watchWebhooks(orderId, (entry) => {
          webhooks.show(entry);
          refunds.show(entry);
        });
  const dialog = options.inDialog ? inDialog(pane) : undefined;
  const view = element(
    "main",
    { class: "checkout" },
    element("a", { href: "/", class: "back" }, "← Back to the shop"),
    element("h1", {}, options.isBackFromBank ? "Back from your bank" : "Checkout"),
    ...(options.isBackFromBank
      ? [
          element(
            "p",
            { class: "lead", "data-testid": "back-from-bank" },
            "Your order is saved. The payment result appears below as soon as your bank confirms it.",
          ),
        ]
      : []),
    element(
      "div",
      { class: "columns" },
      summary(purchase, options, refunds.view),
      dialog?.view ?? pane,
    ),
    webhooks.view,
    valuesToTry(sandboxUrl),
  );
  // A frame reloads each time it is inserted, so the widget is mounted only in the page.
  queueMicrotask(() => {
    payment.mount(target);
    dialog?.open();
  });
  return {
    view,
    close() {
      feed?.close();
      payment.destroy();
    },
  };
}

/** The page's address without the parameter of a bank's return. */
function withoutReturn(href: string): string {
  const url = new URL(href);
  url.searchParams.delete("payment_intent_id");
  return url.href;
}

function summary(purchase: Purchase, options: PageOptions, refunds: HTMLElement): HTMLElement {
  const order = "orderId" in purchase ? purchase : undefined;
  const total = order && moneyText(order.amount, order.currency, options.locale);
  return element(
    "section",
    { class: "summary", "aria-label": "Your order" },
    pictureOf(order?.productId ?? null),
    element("h2", {}, order?.title ?? "Your order"),
    ...(total === undefined
      ? []
      : [
          element(
            "p",
            { class: "total" },
            element("span", {}, "Total"),
            element("strong", { "data-testid": "order-total" }, total),
          ),
          refunds,
        ]),
  );
}

/** The operator's own button, disabled while it runs. `confirm` joins a running submission. */
function ownButton(
  payment: PaymentElements,
  showResult: (result: PaymentResult) => void,
  say: (text: string, type: string) => void,
): HTMLElement {
  const button = element(
    "button",
    {
      type: "button",
      class: "buy wide",
      "data-testid": "own-button",
      onclick: () => {
        button.disabled = true;
        payment
          .confirm()
          .then(showResult, (error: unknown) => {
            // The widget shows what is missing.
            if ((error as TesseraError).code !== "incomplete") say(errorWords.failed, "error");
          })
          .finally(() => {
            button.disabled = false;
          });
      },
    },
    "Place order",
  );
  return button;
}

/** A modal dialog of the shop, and a button that reopens it. */
function inDialog(pane: HTMLElement): { view: HTMLElement; open(): void } {
  const dialog = element(
    "dialog",
    { class: "shop-dialog", "aria-label": "Pay", "data-testid": "shop-dialog" },
    element(
      "form",
      { method: "dialog" },
      element("button", { class: "close", "aria-label": "Close" }, "×"),
    ),
    pane,
  );
  const open = (): void => {
    if (!dialog.open) dialog.showModal();
  };
  const opener = element(
    "button",
    { type: "button", class: "buy wide", onclick: open },
    "Open payment",
  );
  return { view: element("section", { class: "pay" }, opener, dialog), open };
}
