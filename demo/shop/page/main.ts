import "./shop.css";
import { type Checkout, openCheckout, type Purchase } from "./checkout-view.ts";
import { element } from "./dom.ts";
import { openIdentity } from "./identity-view.ts";
import { inLanguage, languageChoice } from "./language-choice.ts";
import { readPageOptions } from "./page-options.ts";
import { type Collection, openPayout } from "./payout-view.ts";
import { productsView } from "./products-view.ts";
import { collect, loadIdentity, loadOrder, loadPayout, placeOrder } from "./shop-api.ts";
import { winningsView } from "./winnings-view.ts";

/*
 * The shop's page: `/` is the product list, `/orders/<id>` a checkout, `/winnings` the list of winnings,
 * `/winnings/<id>` a payout, `/identity` the identity verification. Order and payout are in the address, so that a
 * reload returns to the same intent.
 */
const config = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="shop-config"]')?.content ?? "{}",
) as { publishableKey: string; sandboxUrl: string };
const root = document.querySelector("#shop") ?? document.body;
let checkout: Checkout | undefined;

addEventListener("popstate", () => void show());
void show();

async function show(): Promise<void> {
  const options = readPageOptions(location.search);
  const orderId = /^\/orders\/([^/]+)$/.exec(location.pathname)?.[1];
  try {
    if (options.secret?.startsWith("kyc_")) return verify(options.secret);
    if (options.secret?.startsWith("di_")) return payOut({ clientSecretKey: options.secret });
    if (options.secret) return pay({ clientSecretKey: options.secret });
    if (orderId) return pay(await loadOrder(decodeURIComponent(orderId)));
    if (location.pathname === "/identity") {
      return verify((await loadIdentity()).clientSecret);
    }
    if (location.pathname.startsWith("/winnings")) return await showWinnings();
    if (options.amount !== undefined) {
      return await buy({ amount: options.amount, currency: options.currency });
    }
    draw(productsView(options, ({ productId }) => buy({ productId, currency: options.currency })));
  } catch (error) {
    draw(errorView(error));
  }
}

async function showWinnings(): Promise<void> {
  const options = readPageOptions(location.search);
  const payoutId = /^\/winnings\/([^/]+)$/.exec(location.pathname)?.[1];
  if (payoutId) return payOut(await loadPayout(decodeURIComponent(payoutId)));
  if (options.amount !== undefined) return await startPayout({ amount: options.amount });
  draw(winningsView(options, ({ winningId }) => startPayout({ winningId })));
}

async function startPayout(wanted: Parameters<typeof collect>[0]): Promise<void> {
  const payout = await collect(wanted);
  goTo(`/winnings/${payout.payoutId}`, wanted.amount !== undefined);
  payOut(payout);
}

/** Changes the path and keeps the page's options. */
function goTo(path: string, replaces: boolean): void {
  const query = new URLSearchParams(location.search);
  query.delete("amount");
  query.delete("payment_intent_id");
  const address = `${path}${query.size > 0 ? `?${query}` : ""}`;
  // The back button must not start something again.
  if (replaces) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

async function buy(wanted: Parameters<typeof placeOrder>[0]): Promise<void> {
  const order = await placeOrder(wanted);
  goTo(`/orders/${order.orderId}`, wanted.amount !== undefined);
  pay(order);
}

function pay(purchase: Purchase): void {
  const opened = openCheckout(purchase, config, readPageOptions(location.search));
  draw(opened.view);
  checkout = opened;
  scrollTo(0, 0);
}

function payOut(collection: Collection): void {
  const opened = openPayout(collection, config.publishableKey, readPageOptions(location.search));
  draw(opened.view);
  checkout = opened;
  scrollTo(0, 0);
}

function verify(clientSecret: string): void {
  const opened = openIdentity(clientSecret, config, readPageOptions(location.search));
  draw(opened.view);
  checkout = opened;
  scrollTo(0, 0);
}

function draw(view: HTMLElement): void {
  checkout?.close();
  checkout = undefined;
  const isFirst = root.childElementCount === 0;
  root.replaceChildren(header(), view, footer());
  const heading = view.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  if (!isFirst) heading?.focus({ preventScroll: true });
}

function header(): HTMLElement {
  const { locale } = readPageOptions(location.search);
  return element(
    "header",
    { class: "masthead" },
    element("a", { href: inLanguage("/", locale), class: "brand" }, "Lantern Hall"),
    element(
      "nav",
      { class: "places", "aria-label": "Shop" },
      element("a", { href: inLanguage("/", locale) }, "Shop"),
      element("a", { href: inLanguage("/winnings", locale) }, "Winnings"),
      element("a", { href: inLanguage("/identity", locale) }, "Identity"),
    ),
    element("span", { class: "demo" }, "Demo shop"),
  );
}

function footer(): HTMLElement {
  return element(
    "footer",
    { class: "colophon" },
    element("a", { href: "/gallery/" }, "Widget gallery"),
    element("a", { href: `${config.sandboxUrl}/specimens` }, "Test documents"),
    element("a", { href: `${config.sandboxUrl}/carrier` }, "Text messages"),
    element("a", { href: `${config.sandboxUrl}/wallet` }, "Sandbox wallet"),
    languageChoice(readPageOptions(location.search).locale),
    element("span", {}, "Test card 4242 4242 4242 4242, any future date, any code"),
    element("span", {}, "Test bank account 110 000 000, 000 123 456 789"),
  );
}

function errorView(error: unknown): HTMLElement {
  return element(
    "main",
    { class: "checkout" },
    element("h1", {}, "Something went wrong"),
    element("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
    element("a", { href: "/", class: "back" }, "← Back to the shop"),
  );
}
