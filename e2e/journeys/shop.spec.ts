import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expectAccessible } from "../pages/accessibility.ts";
import { ShopPage } from "../pages/shop-page.ts";
import { expect, test } from "./journey.ts";

test("a customer buys something and completes the challenge, and the shop receives signed webhooks in order", async ({
  page,
  stack,
}) => {
  const shop = new ShopPage(page, stack);
  await shop.open();
  await shop.expectAccessible("product list");
  await shop.buy("jackpot-card");
  await expect(shop.total).toHaveText("$52.48");
  await expect(shop.widget.payButton).toHaveText(/Pay \$52\.48/);
  await shop.expectAccessible("checkout");

  await shop.widget.payWith(findCard("challenge").number);
  await expect(shop.challenge.code).toBeVisible();
  await expectAccessible(page, /\/acs\/challenge/, "issuer: challenge");
  await shop.challenge.enterCode();

  await expect(shop.outcome).toHaveText("Thank you for your order.");
  await expect.poll(() => shop.webhookStatuses()).toEqual(["created", "pending", "success"]);
  await shop.webhooks.last().locator("summary").click();
  await expect(shop.webhooks.last()).toContainText("Signature verified");
  await expect(shop.webhooks.last().locator("pre")).toContainText('"status": "success"');
  await shop.expectAccessible("paid");
});

test("a reload during the challenge continues the same order", async ({ page, stack }) => {
  const shop = new ShopPage(page, stack);
  await shop.open();
  await shop.buy("mug");
  await shop.widget.payWith(findCard("challenge").number);
  await expect(shop.challenge.code).toBeVisible();
  const address = page.url();

  await page.reload();
  expect(page.url()).toBe(address);
  await expect(shop.challenge.code).toBeVisible();
  await shop.challenge.enterCode();
  await expect(shop.outcome).toHaveText("Thank you for your order.");
  await expect.poll(() => shop.webhookStatuses()).toEqual(["created", "pending", "success"]);
});

test("the shop's own button pays inside the shop's own dialog, with the challenge above it", async ({
  page,
  stack,
}) => {
  const shop = new ShopPage(page, stack);
  await shop.open("?amount=10.00&dialog=1&button=own");
  await expect(page.getByTestId("shop-dialog")).toBeVisible();
  await expect(shop.widget.number).toBeVisible();
  await expect(shop.widget.payButton).toHaveCount(0);

  await shop.ownButton.click();
  await expect(shop.widget.number).toHaveAttribute("aria-invalid", "true");
  await expect(shop.ownButton).toBeEnabled();

  await shop.widget.fill({ number: findCard("challenge").number });
  await shop.ownButton.click();
  // The click reaches the issuer's page only if that is above the shop's modal dialog.
  await expect(shop.challenge.code).toBeVisible();
  await shop.challenge.choose("success");
  await expect(shop.outcome).toHaveText("Thank you for your order.");
});

test("a decline is shown, and another card pays the same order", async ({ page, stack }) => {
  const shop = new ShopPage(page, stack);
  await shop.open();
  await shop.buy("tote");
  await shop.widget.payWith(findCard("insufficient_funds").number);
  await expect(shop.widget.text("Your payment didn’t go through")).toBeVisible();
  await expect(shop.outcome).toHaveAttribute("data-type", "failed");

  await shop.widget.payWith(findCard("visa").number);
  await expect(shop.outcome).toHaveText("Thank you for your order.");
  await expect
    .poll(() => shop.webhookStatuses())
    .toEqual(["created", "pending", "failed", "pending", "success"]);
});

test("the shop pays an intent whose secret is in the URL", async ({ page, stack, newIntent }) => {
  const { clientSecretKey } = await newIntent({ currency: "EUR" });
  const shop = new ShopPage(page, stack);
  await shop.open(`?secret=${clientSecretKey}&locale=es`);
  await expect(shop.widget.payButton).toHaveText(/Pagar/);
  await shop.widget.payWith(findCard("visa").number);
  await expect(shop.outcome).toHaveText("Thank you for your order.");
});

test("an amount that the service refuses shows an error in the shop", async ({ page, stack }) => {
  const shop = new ShopPage(page, stack);
  await shop.open("?amount=10.005");
  await expect(page.getByRole("alert")).toContainText("decimal places");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the outcome is in view after Pay, although it is much shorter than the form", async ({
    page,
    stack,
  }) => {
    const shop = new ShopPage(page, stack);
    await shop.open();
    await shop.buy("mug");
    await shop.widget.payWith(findCard("visa").number);
    await expect(shop.outcome).toHaveText("Thank you for your order.");
    await expect(shop.widget.at("step-success")).toBeInViewport({ ratio: 1 });
  });

  test("the form of a method below a longer form scrolls into view", async ({ page, stack }) => {
    const shop = new ShopPage(page, stack);
    await shop.open();
    await shop.buy("mug");
    await shop.widget.choose("bank");
    await expect(shop.widget.at("mandate")).toBeVisible();
    await shop.widget.choose("pay_by_bank");
    await expect(shop.widget.at("pay-by-bank-form")).toBeInViewport();
  });

  test("shop, checkout and the table of test cards do not scroll horizontally", async ({
    page,
    stack,
  }) => {
    const overflowPx = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    const shop = new ShopPage(page, stack);
    await shop.open();
    await expect(page.getByTestId("buy-mug")).toBeVisible();
    expect(await overflowPx()).toBe(0);
    await shop.buy("mug");
    await expect(shop.widget.payButton).toBeVisible();
    expect(await overflowPx()).toBe(0);

    await page.goto(stack.sandbox);
    expect(await overflowPx()).toBe(0);
    await expectAccessible(page, undefined, "sandbox: test cards");
  });
});

test("a click copies a test card", async ({ page, stack, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: stack.sandbox });
  await page.goto(stack.sandbox);
  const { number } = findCard("three_ds_always");
  await page.getByTestId("card-three_ds_always").getByRole("button").click();
  await expect(page.getByRole("status")).toHaveText(`Copied ${number}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
});
