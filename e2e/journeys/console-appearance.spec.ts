import { signedIn } from "../pages/console-page.ts";
import { expectResponsive } from "../pages/expect-responsive.ts";
import { HostPage } from "../pages/host-page.ts";
import { createIntent, createPayer } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test("an admin tries a brand on every widget, publishes it, customers see it, and undo brings the old look back", async ({
  page,
  stack: shared,
}, info) => {
  const stack = await newOperator(shared, { paymentMethodTypes: ["card"] });
  const console = await signedIn(page, stack, "admin", "Ada Admin");
  await console.enter("appearance");
  await page.getByTestId("field-brandColor").fill("#ffcc00");
  await expect(page.getByTestId("check-link-light")).toContainText("Changed from #ffcc00");

  for (const widget of ["payment", "disbursement", "kyc", "challenge", "refund", "w9"]) {
    await page.getByTestId("field-widget").selectOption(widget);
    for (const scheme of ["light", "dark"] as const) {
      const body = page.frameLocator(`[data-testid=preview-${scheme}]`).locator("body");
      const token = (name: string) =>
        body.evaluate(
          (element, wanted) => getComputedStyle(element).getPropertyValue(wanted),
          name,
        );
      await expect
        .poll(() => token("--color-surface"))
        .toBe(scheme === "dark" ? "#14181f" : "#fff");
      await expect.poll(() => token("--brand")).toBe(widget === "w9" ? "" : "#ffcc00");
      await expect(body.locator("button:visible").first()).toBeVisible();
    }
  }
  await page.getByTestId("field-widget").selectOption("payment");
  await expectResponsive(console, "appearance", info);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByTestId("save-draft").click();
  await console.expectToast("Draft saved.");
  await page.reload();
  await expect(page.getByTestId("field-brandColor")).toHaveValue("#ffcc00");
  await page.getByTestId("publish").click();
  await console.expectToast("Published.");

  const shop = await page.context().newPage();
  const brandIn = async () => {
    const { clientSecretKey } = await createIntent(stack, await createPayer(stack));
    const { publishableKey } = stack.operator;
    const host = await HostPage.open(shop, stack, { clientSecretKey, publishableKey });
    await host.event("ready");
    return shop
      .frameLocator("iframe")
      .locator("body")
      .evaluate((body) => getComputedStyle(body).getPropertyValue("--brand"));
  };
  expect(await brandIn()).toBe("#ffcc00");

  await page.getByTestId("undo").click();
  await page.getByTestId("ask-yes").click();
  // The toast of the first publication may still be there.
  await expect(page.getByTestId("field-brandColor")).not.toHaveValue("#ffcc00");
  await console.expectToast("Published.");
  // Browsers keep a frame's page for a minute.
  const fresh = await shop.context().newCDPSession(shop);
  await fresh.send("Network.setCacheDisabled", { cacheDisabled: true });
  expect(await brandIn()).toBe("");

  await console.enter("audit");
  await expect(console.row("Older appearance published again")).toContainText("Ada Admin");
  await expect(console.row("Appearance published").first()).toContainText("Ada Admin");
});
