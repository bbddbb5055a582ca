/**
 * The payment frame's first script. It stands inside the HTML, so that the fields are alive as soon
 * as they are parsed, without another request:
 * 1. attaches formatting to the fields, whatever is in them already;
 * 2. meets the page, takes the secret, begins to fetch the session;
 * 3. tells the page `ready`;
 * 4. after the first paint loads all the rest (entry.tsx).
 */

import { prepareBrands } from "#contract/card-brand";
import type { PaymentPageMessage } from "#contract/channel/payment-messages";
import { tellEscape, tellHeight } from "../client/frame-life.ts";
import { createCardFields } from "../fields/card-fields.ts";
import type { PaymentInit, PaymentMain } from "./handoff.ts";
import { openPaymentPage } from "./page-channel.ts";

const root = document.getElementById("widget") as HTMLElement;
// Before the amount is there a press pays nothing; it must not send the form either.
root.addEventListener("submit", (event) => event.preventDefault());
const html = document.documentElement;
const fields = createCardFields(root, Date.now);

let handOver: (main: PaymentMain) => void;
const main = new Promise<PaymentMain>((resolve) => {
  handOver = resolve;
});
let begin: (init: PaymentInit) => void;
const init = new Promise<PaymentInit>((resolve) => {
  begin = resolve;
});

const page = openPaymentPage({
  confirm: async () => (await main).confirm(),
  onMessage(message) {
    applyToDocument(message);
    if (message.type === "init") begin(message);
    else void main.then((taken) => taken.receive(message));
  },
});

/** What the page asks of the document itself, script or no script. */
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
  takeOver: (taken) => handOver(taken),
};

fields.listener.stateChanged = (state) => page.send({ type: "change", ...state });

void init.then(() => {
  tellHeight(root, page);
  if (!fields.state().empty) page.send({ type: "change", ...fields.state() });
});
tellEscape(page);

let loading = false;
const loadMain = () => {
  if (loading) return;
  loading = true;
  prepareBrands();
  // All at once, each held to its integrity; what is imported below is then there already.
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-later]")) {
    link.rel = "modulepreload";
  }
  const source = document.querySelector<HTMLLinkElement>("link[data-main]")?.href;
  if (source) void import(/* @vite-ignore */ source);
};
// After the first paint, when nothing else is to be done; a hidden tab has no paint to wait for, and
// Safari no idle time to speak of.
requestAnimationFrame(() => {
  if ("requestIdleCallback" in window) requestIdleCallback(loadMain, { timeout: 200 });
  else setTimeout(loadMain, 16);
});
setTimeout(loadMain, 400);
