import type { Page } from "@playwright/test";
import type { StackAddresses } from "../stack/start-stack.ts";
import type { WebKit } from "../stack/webkit.ts";
import { expectAccessibleInWebKit } from "./accessibility.ts";
import { HostPage, type HostPageOptions, hostPageOf, type SeenEvent } from "./host-page.ts";

/** An operator's page with the payment widget, in any browser. */
export interface Checkout {
  /** Types the number, an expiry date that the sandbox accepts, the code and a name. */
  fill(card: { number: string; cvc: string }): Promise<void>;
  /** Calls the widget's `confirm()`, as the page's own button would, and does not wait for it. */
  confirm(): Promise<void>;
  /** The result of that call. */
  confirmed(): Promise<unknown>;
  /** Types the issuer's code in the challenge. */
  enterCode(code: string): Promise<void>;
  /** Waits for this event of the widget and returns its detail. */
  event(name: string): Promise<unknown>;
  /** Scans the widget. */
  expectAccessible(state: string): Promise<void>;
}

/** Opens it in a browser that Playwright drives. */
export async function openInPlaywright(
  page: Page,
  stack: StackAddresses,
  options: HostPageOptions,
): Promise<Checkout> {
  const host = await HostPage.open(page, stack, options);
  await host.event("ready");
  let confirmed: Promise<unknown> | undefined;
  return {
    fill: (card) => host.widget.fill(card),
    async confirm() {
      confirmed = host.confirm();
      confirmed.catch(() => {});
    },
    confirmed: async () => confirmed,
    enterCode: (code) => host.challenge.enterCode(code),
    event: (name) => host.event(name),
    expectAccessible: (state) => host.widget.expectAccessible(state),
  };
}

const payment = 'iframe[src*="/v1/frames/payment"]';
const challenge = 'iframe[src*="/v1/frames/challenge"]';

/** Opens it in WebKit, at the shop's origin, where the page replaces the response for an unknown path. */
export async function openInWebKit(
  webKit: WebKit,
  stack: StackAddresses,
  options: HostPageOptions,
): Promise<Checkout> {
  await webKit.open(`${stack.shop}/host-page-of-a-test`);
  const html = await hostPageOf(stack, options);
  await webKit.run("document.open(); document.write(arguments[0]); document.close();", html);
  const checkout: Checkout = {
    async fill({ number, cvc }) {
      await webKit.enterFrames(payment);
      await webKit.type('input[autocomplete="cc-number"]', number);
      await webKit.type('input[autocomplete="cc-exp"]', "1234");
      await webKit.type('[data-testid="field-cvc"]', cvc);
      await webKit.type('input[autocomplete="cc-name"]', "Ada Lovelace");
    },
    async confirm() {
      await webKit.enterFrames();
      await webKit.run("payment.confirm().then((result) => { window.confirmed = result; });");
    },
    async confirmed() {
      await webKit.enterFrames();
      return webKit.until("confirm()", () => webKit.run("return window.confirmed"));
    },
    async enterCode(code) {
      await webKit.enterFrames(challenge, "iframe");
      await webKit.type('[data-testid="otp"]', code);
    },
    async event(name) {
      await webKit.enterFrames();
      const event = await webKit.until(`the event ${name}`, () =>
        webKit.run<SeenEvent>("return seen.find(({ name }) => name === arguments[0])", name),
      );
      return event.detail;
    },
    async expectAccessible(state) {
      await webKit.enterFrames(payment);
      await expectAccessibleInWebKit(webKit, state);
    },
  };
  await checkout.event("ready");
  return checkout;
}
