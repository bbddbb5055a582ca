/** Staff refund many payments at once. */
import type { Page, TestInfo } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { type ConsolePage, signedIn } from "../pages/console-page.ts";
import { submitPayment } from "../stack/client-api.ts";
import { createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator, operatorCommand } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

/** Scans and photographs what is on the screen at every width, light and dark. */
async function expectGoodLooks(
  { page, desk }: { page: Page; desk: ConsolePage },
  name: string,
  info: TestInfo,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await desk.expectFits();
      await desk.expectAccessible(`${name} at ${width}, ${colorScheme}`);
      await page.screenshot({
        path: info.outputPath(`${name}-${width}-${colorScheme}.png`),
        fullPage: !name.includes("dialog"),
      });
    }
  }
}

test("a batch whose sum needs a second person waits for one, and is then worked off", async ({
  page,
  stack: shared,
}, info) => {
  test.setTimeout(120_000);
  const stack = await newOperator(shared, { paymentMethodTypes: ["card"] });
  const { operatorId } = stack.operator;
  await operatorCommand(stack, "set", operatorId, 'refundApprovalAboveMinor={"USD":5000}');
  for (let count = 0; count < 2; count += 1) {
    const intent = await createIntent(stack, await createPayer(stack));
    await submitPayment(stack, intent, findCard("visa").number, freshId("key"));
  }
  const desk = await signedIn(page, stack, "admin", "Ada Admin");
  await desk.open("/payments");
  await expect(page.getByTestId("payments").locator("tbody tr[data-row]")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByTestId("refund-chosen").click();
  await expect(page.getByTestId("batch-needs-approval")).toBeVisible();
  await page.getByLabel("Number of refunds").fill("2");
  await page.getByTestId("batch-confirm").click();
  await expect(page.getByTestId("refund-batch")).toContainText(
    "Another person must approve this batch. Nothing is sent yet.",
  );
  const address = page.url();
  await page.context().clearCookies();

  const second = await signedIn(page, stack, "admin", "Bea Admin");
  await page.goto(address);
  await expect(page.getByTestId("batch-approve")).toBeVisible();
  await expectGoodLooks({ page, desk: second }, "approval", info);
  await page.getByTestId("batch-approve").click();
  await page.getByTestId("ask-yes").click();
  await second.expectToast("Batch approved.");
  await expect(page.getByTestId("count-success")).toContainText("2", { timeout: 30_000 });
  await page
    .getByTestId("batch-items")
    .locator("tbody tr")
    .first()
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByTestId("refund")).toContainText("Approved by Bea Admin");
  await page.getByTestId("refund-batch-link").click();
  await expect(second.heading).toHaveText("Refund batch");
});
