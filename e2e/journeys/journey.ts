import { test as base, expect } from "@playwright/test";
import { HostPage, type HostPageOptions } from "../pages/host-page.ts";
import { sharedStack } from "../stack/global-setup.ts";
import { type CreatedIntent, createIntent, createPayer } from "../stack/operator-api.ts";
import { type Stack, type StackAddresses, startStack } from "../stack/start-stack.ts";

/** What every journey starts with. */
export interface Journey {
  stack: StackAddresses;
  /** A fresh payment intent of a fresh customer. */
  newIntent(differs?: object): Promise<CreatedIntent>;
  /** Opens an operator's page with the widget for that intent, and waits until it can be used. */
  openWidget(intent: CreatedIntent, options?: Partial<HostPageOptions>): Promise<HostPage>;
}

/** What all journeys of one worker share, one after the other. */
export interface WorkerStacks {
  /** A stack without a shop whose clock may be turned on. Somebody before may have turned it already. */
  turnable: Stack;
}

/** Playwright's test with the running stack, and a page that fails the test on any script error. */
export const test = base.extend<Journey & { noScriptErrors: undefined }, WorkerStacks>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  stack: async ({}, use) => use(sharedStack()),
  turnable: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const stack = await startStack({ shop: false, turnableClock: true });
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  newIntent: async ({ stack }, use) => {
    await use(async (differs = {}) => createIntent(stack, await createPayer(stack), differs));
  },
  openWidget: async ({ page, stack }, use) => {
    await use(async ({ clientSecretKey }, options = {}) => {
      const host = await HostPage.open(page, stack, { clientSecretKey, ...options });
      await host.event("ready");
      return host;
    });
  },
  noScriptErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await use(undefined);
      expect(errors, "errors thrown by scripts").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
