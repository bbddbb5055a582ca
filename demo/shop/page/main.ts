import "./shop.css";
import { type Checkout, openCheckout, type Purchase } from "./checkout-view.ts";
import { element } from "./dom.ts";
import { openIdentity } from "./identity-view.ts";
import { readPageOptions } from "./page-options.ts";
import { type Collection, openPayout } from "./payout-view.ts";
import { rangeView } from "./range-view.ts";
import { collect, loadIdentity, loadOrder, loadPayout, placeOrder } from "./shop-api.ts";
import { winningsView } from "./winnings-view.ts";

/*
 * The shop's page: `/` is the range, `/orders/<id>` a checkout, `/winnings` what was won,
 * `/winnings/<id>` a payout, `/identity` verifying who the customer is. Order and payout stand in the address, so a reload in the middle comes
 * back to the same intent.
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
    draw(rangeView(options, ({ productId }) => buy({ productId, currency: options.currency })));
  } catch (error) {
    draw(apology(error));
  }
}

/** What was won, or one payout of it. */
async function showWinnings(): Promise<void> {
  const options = readPageOptions(location.search);
  const payoutId = /^\/winnings\/([^/]+)$/.exec(location.pathname)?.[1];
  if (payoutId) return payOut(await loadPayout(decodeURIComponent(payoutId)));
  if (options.amount !== undefined) return await collectIt({ amount: options.amount });
  draw(winningsView(options, ({ winningId }) => collectIt({ winningId })));
}

/** Begins to collect and goes to the payout. */
async function collectIt(wanted: Parameters<typeof collect>[0]): Promise<void> {
  const payout = await collect(wanted);
  goTo(`/winnings/${payout.payoutId}`, wanted.amount !== undefined);
  payOut(payout);
}

/** Puts the place into the address; the page's options stay. */
function goTo(path: string, replaces: boolean): void {
  const query = new URLSearchParams(location.search);
  query.delete("amount");
  query.delete("payment_intent_id");
  const address = `${path}${query.size > 0 ? `?${query}` : ""}`;
  // An address that does something by itself must not lie behind the back button.
  if (replaces) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** Places the order and goes to its checkout; the address keeps the page's options. */
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
  return element(
    "header",
    { class: "masthead" },
    element("a", { href: "/", class: "brand" }, "Lantern Hall"),
    element(
      "nav",
      { class: "places", "aria-label": "Shop" },
      element("a", { href: "/" }, "Shop"),
      element("a", { href: "/winnings" }, "Winnings"),
      element("a", { href: "/identity" }, "Identity"),
    ),
    element("span", { class: "demo" }, "Demo shop"),
  );
}

function footer(): HTMLElement {
  return element(
    "footer",
    { class: "colophon" },
    element("a", { href: "/gallery/" }, "Widget gallery"),
    element("a", { href: `${config.sandboxUrl}/specimens` }, "Documents to try with"),
    element("a", { href: `${config.sandboxUrl}/carrier` }, "Text messages"),
    element("a", { href: `${config.sandboxUrl}/wallet` }, "Sandbox wallet"),
    element("span", {}, "Test card 4242 4242 4242 4242, any date, any code"),
    element("span", {}, "Test bank account 110 000 000, 000 123 456 789"),
  );
}

function apology(error: unknown): HTMLElement {
  return element(
    "main",
    { class: "checkout" },
    element("h1", {}, "We lost the thread"),
    element("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
    element("a", { href: "/", class: "back" }, "← Back to the shop"),
  );
}
