import type { PaymentElements, PaymentResult, TesseraError } from "../../../src/index.ts";
import { element } from "./dom.ts";
import { errorWords } from "./error-words.ts";
import { moneyText, type PageOptions } from "./page-options.ts";
import { pictureOf } from "./pictures.ts";
import { type PlacedOrder, renewOrder, watchWebhooks } from "./shop-api.ts";
import { valuesToTry } from "./values-to-try.ts";
import { createWebhookList } from "./webhook-list.ts";

/** The SDK's global, left by its script tag. */
declare const Tessera: typeof import("../../../src/index.ts").Tessera;

/** A checkout that is on the page; `close` takes everything of it away. */
export interface Checkout {
  view: HTMLElement;
  close(): void;
}

/** What is paid: an order of this shop, or an intent made elsewhere (`?secret=`). */
export type Purchase = PlacedOrder | { clientSecretKey: string };

/** What the shop adds to the widget's own words; a decline needs no second voice. */
const headlines: Record<string, string> = {
  success: "Thank you! It is yours.",
  pending: "We keep it for you until the payment has arrived.",
  failed: "",
  expired: "This order has expired.",
  canceled: "",
};

/** The checkout of one purchase: summary, the payment widget, and the webhooks as they arrive. */
export function openCheckout(
  purchase: Purchase,
  { publishableKey, sandboxUrl }: { publishableKey: string; sandboxUrl: string },
  options: PageOptions,
): Checkout {
  if (typeof Tessera === "undefined") {
    throw new Error("The payment script did not load. Please reload the page.");
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
    // The customer comes back to the order, which reads from the service what became of it.
    returnUrl: withoutReturn(location.href),
    ...(options.bankPopup ? { bankWindow: "popup" } : {}),
    ...(orderId === undefined ? {} : { fetchClientSecretKey: () => renewOrder(orderId) }),
  });
  const say = (text: string, type: string): void => {
    outcome.textContent = text;
    outcome.dataset["type"] = type;
  };
  const showResult = ({ type }: PaymentResult): void => {
    say(headlines[type] ?? `The payment is now: ${type}.`, type);
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
  const feed = orderId === undefined ? undefined : watchWebhooks(orderId, webhooks.show);
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
            "Your order is still here. What became of the payment stands below as soon as the bank has said it.",
          ),
        ]
      : []),
    element("div", { class: "columns" }, summary(purchase, options), dialog?.view ?? pane),
    webhooks.view,
    valuesToTry(sandboxUrl),
  );
  // The frame loads again each time it is put into the page, so it is mounted once its place is there.
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

/** The page's own address without what a bank's return put into it. */
function withoutReturn(href: string): string {
  const url = new URL(href);
  url.searchParams.delete("payment_intent_id");
  return url.href;
}

function summary(purchase: Purchase, options: PageOptions): HTMLElement {
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
        ]),
  );
}

/** The operator's own button: disabled while it runs; `confirm` joins a submission under way. */
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
            // The widget shows what is missing; saying it twice would only be noise.
            if ((error as TesseraError).code !== "incomplete") say(errorWords.failed, "error");
          })
          .finally(() => {
            button.disabled = false;
          });
      },
    },
    "Place the order",
  );
  return button;
}

/** A modal dialog of the shop with the payment in it, and a button that opens it again. */
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
    "Open the payment",
  );
  return { view: element("section", { class: "pay" }, opener, dialog), open };
}
