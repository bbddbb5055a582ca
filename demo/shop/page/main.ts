import "./shop.css";
import { type Checkout, openCheckout, type Purchase } from "./checkout-view.ts";
import { element } from "./dom.ts";
import { readPageOptions } from "./page-options.ts";
import { rangeView } from "./range-view.ts";
import { loadOrder, placeOrder } from "./shop-api.ts";

/*
 * The shop's page: `/` is the range, `/orders/<id>` a checkout. The order stands in the address, so a
 * reload in the middle of a payment comes back to the same intent.
 */
const config = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="shop-config"]')?.content ?? "{}",
) as { publishableKey: string };
const root = document.querySelector("#shop") ?? document.body;
let checkout: Checkout | undefined;

addEventListener("popstate", () => void show());
void show();

async function show(): Promise<void> {
  const options = readPageOptions(location.search);
  const orderId = /^\/orders\/([^/]+)$/.exec(location.pathname)?.[1];
  try {
    if (options.secret) return pay({ clientSecretKey: options.secret });
    if (orderId) return pay(await loadOrder(decodeURIComponent(orderId)));
    if (options.amount !== undefined) {
      return await buy({ amount: options.amount, currency: options.currency });
    }
    draw(rangeView(options, ({ productId }) => buy({ productId, currency: options.currency })));
  } catch (error) {
    draw(apology(error));
  }
}

/** Places the order and goes to its checkout; the address keeps the page's options. */
async function buy(wanted: Parameters<typeof placeOrder>[0]): Promise<void> {
  const order = await placeOrder(wanted);
  const query = new URLSearchParams(location.search);
  query.delete("amount");
  const address = `/orders/${order.orderId}${query.size > 0 ? `?${query}` : ""}`;
  // An address that places an order by itself must not lie behind the back button.
  if (wanted.amount === undefined) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  pay(order);
}

function pay(purchase: Purchase): void {
  const opened = openCheckout(purchase, config.publishableKey, readPageOptions(location.search));
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
    element("span", { class: "demo" }, "Demo shop"),
  );
}

function footer(): HTMLElement {
  return element(
    "footer",
    { class: "colophon" },
    element("a", { href: "/gallery/" }, "Widget gallery"),
    element("span", {}, "Test card 4242 4242 4242 4242, any date, any code"),
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
