import type { Locator, Page } from "@playwright/test";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expectAccessible } from "./accessibility.ts";
import { PayoutWidget } from "./payout-widget.ts";

export class WinningsPage {
  readonly widget: PayoutWidget;
  /** What the shop says about the payout, below the widget. */
  readonly outcome: Locator;
  /** The demo's buttons for the operator's decision about the payout. */
  readonly approve: Locator;
  readonly reject: Locator;
  readonly webhooks: Locator;

  constructor(
    readonly page: Page,
    readonly stack: StackAddresses,
  ) {
    this.widget = new PayoutWidget(page);
    this.outcome = page.getByTestId("outcome");
    this.approve = page.getByTestId("approve");
    this.reject = page.getByTestId("reject");
    this.webhooks = page.getByTestId("webhook");
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.stack.shop}/winnings`);
  }

  async collect(winningId: string): Promise<void> {
    await this.page.getByTestId(`collect-${winningId}`).click();
  }

  /** Starts recording the widget's heights in pixels. The returned function gives all of them so far, in order. */
  async watchHeights(): Promise<() => Promise<number[]>> {
    const heights = await this.page.evaluateHandle(() => {
      const seen: number[] = [];
      new MutationObserver(() => {
        const { style } = document.querySelector<HTMLElement>('iframe[src*="/v1/frames/"]') ?? {};
        const heightPx = Number.parseFloat(style?.height ?? "");
        if (heightPx && heightPx !== seen.at(-1)) seen.push(heightPx);
      }).observe(document, { attributes: true, childList: true, subtree: true });
      return seen;
    });
    return () => heights.evaluate((seen) => seen);
  }

  /** Types and statuses of the webhook events that the shop shows, in order. */
  async webhookEvents(): Promise<string[]> {
    return this.webhooks.evaluateAll((items) =>
      items.map(({ dataset }) => `${dataset["type"]} ${dataset["status"]}`),
    );
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, undefined, `winnings: ${state}`);
  }
}
