import { findCard } from "../../sandbox/catalogue/cards.ts";
import { DemoShop } from "../pages/demo-shop.ts";
import { expect, test } from "./journey.ts";

const asked = findCard("challenge").number;

test("a person picks something, pays, answers the bank, and the shop shows the signed webhooks", async ({
  page,
  stack,
}) => {
  const shop = new DemoShop(page, stack);
  await shop.open();
  await shop.expectAccessible("range");
  await shop.pickSomething();
  await shop.expectAccessible("checkout");
  await shop.widget.payWith(asked);
  await shop.challenge.enterCode();
  await expect(shop.outcome).toHaveText("Thank you! It is yours.");
  await expect(shop.widget.text("Payment complete")).toBeVisible();
  for (const status of ["created", "pending", "success"]) {
    await expect(shop.webhooks.locator(`[data-status="${status}"]`)).toHaveCount(1);
  }
  await expect(shop.webhooks.getByText("Signature verified").first()).toBeVisible();
  await shop.expectAccessible("paid");
});

test("the operator's own button and its modal dialog work, the bank's question above them", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/?amount=12.50&dialog=1&button=own`);
  const shop = new DemoShop(page, stack);
  await shop.widget.fill({ number: asked });
  await expect(shop.widget.payButton).toHaveCount(0);
  await page.getByTestId("own-button").click();
  await expect(shop.challenge.code).toBeVisible();
  await shop.challenge.enterCode();
  await expect(shop.outcome).toHaveText("Thank you! It is yours.");
});

test("a reload of the checkout comes back to the same payment, now done", async ({
  page,
  stack,
}) => {
  const shop = new DemoShop(page, stack);
  await shop.open();
  await shop.pickSomething();
  await shop.widget.payWith(findCard("visa").number);
  await expect(shop.outcome).toHaveText("Thank you! It is yours.");
  await page.reload();
  await expect(shop.widget.text("Payment complete")).toBeVisible();
});
