import type { Locator, Page } from "@playwright/test";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expectAccessible } from "./accessibility.ts";
import { ChallengeDialog } from "./challenge-dialog.ts";
import { PaymentWidget } from "./payment-widget.ts";

export class ShopPage {
  readonly widget: PaymentWidget;
  readonly challenge: ChallengeDialog;
  /** What the shop says about the payment, below the widget. */
  readonly outcome: Locator;
  readonly total: Locator;
  readonly webhooks: Locator;
  readonly ownButton: Locator;
  /** The order's refunds, below its total. */
  readonly refunds: Locator;

  constructor(
    readonly page: Page,
    readonly stack: StackAddresses,
  ) {
    this.widget = new PaymentWidget(page);
    this.challenge = new ChallengeDialog(page);
    this.outcome = page.getByTestId("outcome");
    this.total = page.getByTestId("order-total");
    this.webhooks = page.getByTestId("webhook");
    this.ownButton = page.getByTestId("own-button");
    this.refunds = page.getByTestId("order-refund");
  }

  /** Opens the shop. `search` holds the options of demo/shop/page/page-options.ts. */
  async open(search = ""): Promise<void> {
    await this.page.goto(`${this.stack.shop}/${search}`);
  }

  async buy(productId: string): Promise<void> {
    await this.page.getByTestId(`buy-${productId}`).click();
  }

  orderId(): string {
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }

  /** The statuses of the webhook events that the shop shows, in order. */
  async webhookStatuses(): Promise<string[]> {
    return this.webhooks.evaluateAll((items) =>
      items.map((item) => (item as HTMLElement).dataset["status"] ?? ""),
    );
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, undefined, `shop: ${state}`);
  }
}
