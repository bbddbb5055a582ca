import { expect, type Locator, type Page, type TestInfo } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { photograph } from "./expect-responsive.ts";

export class RefundPage {
  readonly address: Locator;
  /** The button of the step that is shown. */
  readonly stepButton: Locator;
  readonly amount: Locator;
  readonly named: Locator;

  constructor(readonly page: Page) {
    this.address = page.getByTestId("field-crypto-address");
    this.stepButton = page.getByTestId("step-go-on").filter({ visible: true });
    this.amount = page.getByTestId("refund-amount");
    this.named = page.getByTestId("refund-named");
  }

  /** Scans the page as it is, and expects nothing wider than the screen. */
  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, undefined, `refund page: ${state}`);
    await this.expectFits();
  }

  /** Photographs the page on a phone, a tablet and a desktop; nothing may be wider than the screen. */
  async photograph(info: TestInfo, state: string): Promise<void> {
    const before = this.page.viewportSize();
    for (const width of [360, 768, 1280]) {
      await this.page.setViewportSize({ width, height: 740 });
      await this.expectFits();
      await photograph(this.page, info, `${state}-${width}`);
    }
    if (before) await this.page.setViewportSize(before);
  }

  async expectFits(): Promise<void> {
    const overflowPx = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflowPx, "scrolls horizontally").toBeLessThanOrEqual(0);
  }
}
