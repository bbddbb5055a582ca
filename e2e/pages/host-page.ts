import type { Page } from "@playwright/test";
import type { StackAddresses } from "../stack/start-stack.ts";
import { ChallengeDialog } from "./challenge-dialog.ts";
import { bundlePage, type Framework } from "./components/bundle-page.ts";
import { PaymentWidget } from "./payment-widget.ts";

export interface HostPageOptions {
  clientSecretKey: string;
  publishableKey?: string;
  /** The kind of widget. Default: `Payment`. */
  elements?: "Payment" | "Disbursement";
  locale?: string;
  /** What `fetchClientSecretKey` returns. Without it, the page does not pass that function. */
  freshSecret?: string;
  /** The widget as `<tessera-payment>` in plain HTML, or as a framework's component. */
  as?: "element" | Framework;
  /** Where the customer's bank opens. */
  bankWindow?: "popup";
  headers?: Record<string, string>;
  origin?: string;
}

/** An event of the element, or a message to the page, as the page saw it. */
export interface SeenEvent {
  name: string;
  detail: unknown;
}

/**
 * An operator's page as simple as the quickstart's snippet, at the shop's origin. The test serves it in place of the
 * shop, so each journey has its own page.
 */
export class HostPage {
  readonly widget: PaymentWidget;
  readonly challenge: ChallengeDialog;

  private constructor(readonly page: Page) {
    this.widget = new PaymentWidget(page);
    this.challenge = new ChallengeDialog(page);
  }

  static async open(
    page: Page,
    stack: StackAddresses,
    options: HostPageOptions,
  ): Promise<HostPage> {
    const host = new HostPage(page);
    const body = await hostPageOf(stack, options);
    const url = `${options.origin ?? stack.shop}/host-page-of-a-test`;
    // The page is also served when the customer returns from the bank, with the intent's id in the query.
    const isThisPage = (requested: URL) => requested.href.split("?")[0] === url;
    await page.route(isThisPage, (route) =>
      route.fulfill({
        headers: { "content-type": "text/html; charset=utf-8", ...options.headers },
        body,
      }),
    );
    await page.goto(url);
    return host;
  }

  async events(): Promise<SeenEvent[]> {
    return this.page.evaluate(() => (window as unknown as { seen: SeenEvent[] }).seen);
  }

  /** Waits for this event and returns its detail. */
  async event<T = Record<string, unknown>>(name: string): Promise<T> {
    const found = await this.page.waitForFunction(
      (wanted) =>
        (window as unknown as { seen: SeenEvent[] }).seen.find(({ name }) => name === wanted),
      name,
      { timeout: 60_000 },
    );
    return ((await found.jsonValue()) as SeenEvent).detail as T;
  }

  /** Calls `confirm()` as the page's own button would, and returns its result. */
  async confirm(): Promise<Record<string, unknown>> {
    return this.page.evaluate(() =>
      (
        window as unknown as { payment: { confirm(): Promise<Record<string, unknown>> } }
      ).payment.confirm(),
    );
  }

  /** Raw `message` events that reached the page, as text. Any script on the page could read them. */
  async messages(): Promise<string[]> {
    return this.page.evaluate(() => (window as unknown as { messages: string[] }).messages);
  }
}

/** The page's HTML. */
export async function hostPageOf(stack: StackAddresses, options: HostPageOptions): Promise<string> {
  const { clientSecretKey, freshSecret, locale, bankWindow, elements = "Payment" } = options;
  const publishableKey = options.publishableKey ?? stack.operator.publishableKey;
  const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout</title>
<link rel="icon" href="data:,">
<script>
window.seen = [];
window.messages = [];
addEventListener("message", (event) => window.messages.push(JSON.stringify(event.data)));
</script>
<script src="${stack.pay}/v1/tessera.js"></script>
</head>
<body>
<main>
<h1>Checkout</h1>
${options.as === "element" ? elementOf(publishableKey, clientSecretKey) : `<div id="pay"></div>`}
</main>
${options.as === "element" ? `<script src="${stack.pay}/v1/tessera-elements.js"></script>` : ""}
<script>
const see = (name, detail) => {
  const plain = detail instanceof Error
    ? { name: detail.name, code: detail.code, party: detail.party, message: detail.message, requestId: detail.requestId }
    : detail;
  window.seen.push({ name, detail: plain === undefined ? null : JSON.parse(JSON.stringify(plain)) });
};
const names = ["ready", "change", "step", "status", "complete", "error", "loaderror", "escape"];
${options.as && options.as !== "element" ? await componentScript(options.as, { publishableKey, clientSecretKey }) : sdkScript()}
</script>
</body>
</html>`;

  function sdkScript(): string {
    return `
const element = document.querySelector("tessera-payment");
const tessera = new Tessera(${json({ publishableKey, ...(locale ? { locale } : {}) })});
const payment = element ?? tessera.create${elements}Elements({
  clientSecretKey: ${json(clientSecretKey)},
  ${bankWindow === undefined ? "" : `bankWindow: ${json(bankWindow)},`}
  ${freshSecret === undefined ? "" : `fetchClientSecretKey: async () => ${json(freshSecret)},`}
});
const on = (name, handler) =>
  element ? element.addEventListener(name, ({ detail }) => handler(detail)) : payment.on(name, handler);
for (const name of names) on(name, (detail) => see(name, detail));
window.payment = payment;
if (!element) payment.mount("#pay");`;
  }
}

/** Mounts the component of a framework in place of the SDK's element. */
async function componentScript(framework: Framework, options: object): Promise<string> {
  const script = (await bundlePage(framework)).replaceAll("</script", "<\\/script");
  return `${script}
const handlers = Object.fromEntries(names.map((name) => [name, (detail) => see(name, detail)]));
page.mount({ sdk: Tessera, ...${JSON.stringify(options)}, handlers });`;
}

function elementOf(publishableKey: string, clientSecretKey: string): string {
  return `<tessera-payment publishable-key="${publishableKey}" client-secret-key="${clientSecretKey}"></tessera-payment>`;
}
