/**
 * The payment frame's first script, inline in the HTML, so that the fields work as soon as they are parsed. It:
 * 1. attaches formatting to the fields, whatever they contain;
 * 2. opens the channel to the page; its first message says that the form is ready;
 * 3. receives the secret and starts the session request;
 * 4. loads entry.tsx after the first paint.
 */

import { prepareBrands } from "#contract/card-brand";
import { ChannelError } from "#contract/channel/channel-error";
import type { PaymentPageMessage } from "#contract/channel/payment-messages";
import { reportEscape, reportHeight } from "../client/frame-reports.ts";
import { createMainLoader, lostReport } from "../client/load-main.ts";
import { createLostMessage } from "../client/lost-message.ts";
import { createCardFields } from "../fields/card-fields.ts";
import type { PaymentInit, PaymentMain } from "./boot-result.ts";
import { openPaymentPage } from "./page-channel.ts";

const root = document.getElementById("widget") as HTMLElement;
// Before the amount arrives, a press pays nothing and must not submit the form either.
root.addEventListener("submit", (event) => event.preventDefault());
const html = document.documentElement;
const fields = createCardFields(root, Date.now);

let handOver: (main: PaymentMain) => void;
const main = new Promise<PaymentMain>((resolve) => {
  handOver = resolve;
});
let lose: (error: ChannelError) => void;
/** Rejects when the second script did not load, or takes too long. */
const lost = new Promise<never>((_resolve, reject) => {
  lose = reject;
});
lost.catch(() => undefined);
let begin: (init: PaymentInit) => void;
const init = new Promise<PaymentInit>((resolve) => {
  begin = resolve;
});

const page = openPaymentPage({
  // Sent before the first layout, so that page and browser work on it at the same time.
  ready: { title: document.title },
  // After a rejection the call pays nothing, even if the script loads later.
  confirm: async () => (await Promise.race([main, lost])).confirm(),
  onMessage(message) {
    applyToDocument(message);
    if (message.type === "init") begin(message);
    else void main.then((taken) => taken.receive(message));
  },
});

const message = createLostMessage(root);
const loader = createMainLoader(root, page, {
  ...message,
  failed(isStalled) {
    lose(new ChannelError(lostReport));
    return message.failed(isStalled);
  },
});

function applyToDocument(message: PaymentPageMessage) {
  if (message.type === "focus") fields.focus("number");
  if (message.type !== "init" && message.type !== "update") return;
  if (message.submitButton !== undefined)
    html.dataset["submit"] = message.submitButton ? "here" : "page";
  const { name, postalCode } = message.defaultValues ?? {};
  if (name !== undefined) fields.suggest("name", name);
  if (postalCode !== undefined) fields.suggest("postalCode", postalCode);
}

const session = init.then(({ clientSecretKey, publishableKey }) =>
  fetch("/v1/client/session", {
    headers: {
      Authorization: `Bearer ${clientSecretKey}`,
      "Tessera-Publishable-Key": publishableKey,
    },
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(15_000),
  }),
);
session.catch(() => undefined);

window.tesseraPayment = {
  root,
  page,
  fields,
  init,
  session,
  need: loader.need,
  takeOver: (taken) => handOver(taken),
};

fields.listener.stateChanged = (state) => page.send({ type: "change", ...state });

void init.then(() => {
  reportHeight(root, page);
  if (!fields.state().empty) page.send({ type: "change", ...fields.state() });
});
reportEscape(page);

let loading = false;
const loadMain = () => {
  if (loading) return;
  loading = true;
  prepareBrands();
  // Each script has its integrity hash. All load at once, so the import below finds them.
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-later]")) {
    link.rel = "modulepreload";
  }
  loader.run();
};
// Loads after the first paint, when idle. A hidden tab has no paint, and Safari has no idle callback.
requestAnimationFrame(() => {
  if ("requestIdleCallback" in window) requestIdleCallback(loadMain, { timeout: 200 });
  else setTimeout(loadMain, 16);
});
setTimeout(loadMain, 400);
