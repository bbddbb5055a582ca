import type { Locator, Page } from "@playwright/test";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expectAccessible } from "./accessibility.ts";
import { ChallengeDialog } from "./challenge-dialog.ts";
import { PaymentWidget } from "./payment-widget.ts";

export class DemoShop {
  readonly widget: PaymentWidget;
  readonly challenge: ChallengeDialog;
  readonly outcome: Locator;
  readonly webhooks: Locator;

  constructor(
    readonly page: Page,
    readonly stack: StackAddresses,
  ) {
    this.widget = new PaymentWidget(page);
    this.challenge = new ChallengeDialog(page);
    this.outcome = page.getByTestId("outcome");
    this.webhooks = page.getByTestId("webhooks");
  }

  async open(): Promise<void> {
    await this.page.goto(this.stack.shop);
  }

  /** Buys the first product and waits for the checkout. */
  async pickSomething(): Promise<void> {
    await this.page.getByTestId(/^buy-/).first().click();
    await this.widget.payButton.waitFor();
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, undefined, `shop: ${state}`);
  }
}
