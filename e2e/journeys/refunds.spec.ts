import type { BrowserContext, Page } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { type ConsolePage, signedIn } from "../pages/console-page.ts";
import { RefundPanel } from "../pages/refund-panel.ts";
import { ShopPage } from "../pages/shop-page.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

async function openPayment(
  context: BrowserContext,
  stack: StackAddresses,
  orderId: string,
): Promise<{ desk: ConsolePage; panel: RefundPanel; page: Page }> {
  const page = await context.newPage();
  const size = context.pages()[0]?.viewportSize();
  if (size) await page.setViewportSize(size);
  const desk = await signedIn(page, stack, "reviewer", "Rae Reviewer");
  await desk.open(`/payments?search=${orderId}`);
  await page.getByTestId("payments").locator("tbody").getByRole("link").click();
  return { desk, panel: new RefundPanel(page), page };
}

test("staff refund a part and then the rest, and the order shows both", async ({
  page,
  stack,
  context,
}) => {
  const shop = new ShopPage(page, stack);
  await shop.open();
  await shop.buy("jackpot-card");
  await shop.widget.payWith(findCard("refund_cleared").number);
  await expect(shop.outcome).toHaveText("Thank you for your order.");

  const { desk, panel } = await openPayment(context, stack, shop.orderId());
  await expect(panel.panel).toContainText("No refunds yet.");
  await panel.open();
  await expect(panel.amount).toHaveValue("52.48");
  await panel.amount.fill("20");
  await expect(panel.breakdown).toContainText("$20.00");
  await panel.dialog.getByLabel("Reason").selectOption({ label: "Not delivered" });
  await panel.dialog.getByLabel(/Note for staff/).fill("One of two parcels was lost");
  await desk.expectAccessible("refunding a payment");
  await expect(panel.confirmButton).toHaveText("Refund $20.00");
  await panel.confirmButton.click();
  await desk.expectToast("Refund requested.");
  await expect(panel.dialog).toHaveCount(0);
  const first = panel.refunds.last();
  await expect(first).toContainText("Refunded to the account that paid");
  await expect(first).toContainText("Not delivered");
  await expect(first).toContainText("Requested by Rae Reviewer");
  await expect(first).toContainText("One of two parcels was lost");
  await expect(panel.panel).toContainText("Can still be refunded: $32.48");
  await desk.expectAccessible("a refunded payment");
  await expect(shop.refunds).toHaveText(["Refunded to your card$20.00"]);

  await panel.open();
  await expect(panel.amount).toHaveValue("32.48");
  await panel.amount.fill("32.49");
  await panel.confirmButton.click();
  await expect(panel.dialog).toContainText("Enter an amount up to $32.48.");
  await panel.amount.fill("32.48");
  await panel.confirmButton.click();
  await expect(panel.refunds).toHaveCount(2);
  await expect(panel.refundButton).toHaveCount(0);
  await expect(shop.refunds).toHaveText([
    "Refunded to your card$20.00",
    "Refunded to your card$32.48",
  ]);
  await shop.expectAccessible("refunded");
  await page.reload();
  await expect(shop.refunds).toHaveCount(2);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("a reviewer refunds up to the limit by keyboard, and both sides learn that it failed", async ({
    page,
    stack,
    context,
  }) => {
    const shop = new ShopPage(page, stack);
    await shop.open("?amount=600.00");
    await shop.widget.payWith(findCard("refund_failed_later").number);
    await expect(shop.outcome).toHaveText("Thank you for your order.");

    const { desk, panel, page: staffPage } = await openPayment(context, stack, shop.orderId());
    await panel.refundButton.press("Enter");
    await expect(panel.amount).toBeFocused();
    await expect(panel.dialog).toContainText("Your role can refund up to $500.00");
    await desk.expectAccessible("a refund above the limit");
    await staffPage.keyboard.press("ControlOrMeta+a");
    await staffPage.keyboard.type("500");
    await expect(panel.confirmButton).toHaveText("Refund $500.00");
    await expect(panel.dialog).not.toContainText("Your role can refund");
    await staffPage.keyboard.press("Enter");
    await expect(panel.dialog).toHaveCount(0);
    await expect(panel.refunds).toContainText("Your balance at the processor is too low");
    await expect(panel.panel).toContainText("Can still be refunded: $600.00");
    await desk.expectFits();
    await desk.expectAccessible("a failed refund");
    await expect(shop.refunds).toHaveText("Refund failed: we will contact you$500.00");
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflowPx).toBeLessThanOrEqual(0);
  });
});
