import { test as base, expect } from "@playwright/test";
import { HostPage, type HostPageOptions } from "../pages/host-page.ts";
import { sharedStack } from "../stack/global-setup.ts";
import { type CreatedIntent, createIntent, createPayer } from "../stack/operator-api.ts";
import { type Stack, type StackAddresses, startStack } from "../stack/start-stack.ts";

export interface Journey {
  stack: StackAddresses;
  newIntent(overrides?: object): Promise<CreatedIntent>;
  /** Opens an operator's page with the widget for that intent and waits until it is ready. */
  openWidget(intent: CreatedIntent, options?: Partial<HostPageOptions>): Promise<HostPage>;
}

export interface WorkerStacks {
  /** A stack without a shop. Tests can advance its clock, and earlier tests may have done so. */
  adjustable: Stack;
}

/** Playwright's test with the running stack. It fails on any script error of the page. */
export const test = base.extend<Journey & { noScriptErrors: undefined }, WorkerStacks>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  stack: async ({}, use) => use(sharedStack()),
  adjustable: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const stack = await startStack({ shop: false });
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  newIntent: async ({ stack }, use) => {
    await use(async (overrides = {}) => createIntent(stack, await createPayer(stack), overrides));
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
