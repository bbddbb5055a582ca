import { expect, type Locator, type Page } from "@playwright/test";

/** The refunds on a payment's page in the console, and the dialog for a new one. */
export class RefundPanel {
  readonly panel: Locator;
  /** The refunds, newest first. */
  readonly refunds: Locator;
  readonly refundButton: Locator;
  readonly dialog: Locator;
  readonly amount: Locator;
  /** What the customer gets back, as computed while typing. */
  readonly breakdown: Locator;
  readonly confirmButton: Locator;

  constructor(readonly page: Page) {
    this.panel = page.getByTestId("refunds");
    this.refunds = page.getByTestId("refund");
    this.refundButton = page.getByTestId("refund-open");
    this.dialog = page.getByTestId("refund-dialog");
    this.amount = this.dialog.getByLabel(/^Amount to refund/);
    this.breakdown = page.getByTestId("refund-breakdown");
    this.confirmButton = page.getByTestId("refund-confirm");
  }

  /** Opens the dialog. The amount field has the focus, and contains everything that is left. */
  async open(): Promise<void> {
    await this.refundButton.click();
    await expect(this.amount).toBeFocused();
  }
}
