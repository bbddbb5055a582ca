import type { Page } from "@playwright/test";
import type { Refund } from "#contract/api/refunds";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { expectResponsive } from "../pages/expect-responsive.ts";
import { submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { type Stack, startStack } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

const dayMs = 24 * 60 * 60_000;

interface Listing {
  reports: { processor: string; date: string; path: string }[];
  statements: { date: string; path: string }[];
}

/** Three charges, one of them refunded, with the processor and day of each report about them. */
async function payAndWait(stack: Stack): Promise<Listing> {
  const payer = await createPayer(stack);
  for (let count = 0; count < 3; count += 1) {
    const intent = await createIntent(stack, payer);
    await submitPayment(stack, intent, findCard("refund_cleared").number, freshId("key"));
    if (count > 0) continue;
    const path = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    await call<Refund>(stack, "POST", path, { externalRefundId: freshId("refund"), amount: 10 });
  }
  // A report is ready after its banking day, and its payout two banking days later.
  await stack.advanceClock(7 * dayMs);
  return (await (await fetch(`${stack.sandboxUrl}/admin/settlement-files`)).json()) as Listing;
}

async function importFile(page: Page, file: { name: string; text: string; processor?: string }) {
  await page.getByTestId("upload").click();
  const dialog = page.getByTestId("upload-dialog");
  await dialog
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: file.name, mimeType: "text/plain", buffer: Buffer.from(file.text) });
  if (file.processor) await dialog.getByLabel("Processor").fill(file.processor);
  await dialog.getByTestId("upload-send").click();
  await expect(dialog).toHaveCount(0);
}

test("staff import a report and statements, follow a payout to the bank, and resolve a break with a reason", async ({
  page,
}, info) => {
  test.setTimeout(400_000);
  const stack = await startStack({ shop: false });
  try {
    const { reports, statements } = await payAndWait(stack);
    const download = async (path: string) => (await fetch(`${stack.sandboxUrl}${path}`)).text();
    const [report] = reports;
    if (!report) throw new Error("The sandbox has no report.");
    const { processor } = report;

    const desk = await signedIn(page, stack, "admin", "Ada Admin");
    await desk.enter("reconciliation");
    await expect(page.getByTestId("day-strip")).toContainText("Nothing imported yet");
    await page.getByTestId("upload").click();
    await page.getByTestId("upload-send").click();
    await expect(page.getByTestId("upload-dialog")).toContainText("Choose a file.");
    await expectResponsive(desk, "upload-dialog", info);
    await page.getByTestId("upload-cancel").click();

    await importFile(page, { name: "report.csv", text: await download(report.path), processor });
    await desk.expectToast("File imported.");
    // Each statement opens with the previous closing balance.
    for (const [index, { date, path }] of statements.entries()) {
      const fault = index === statements.length - 1 ? "unknown_line" : "";
      const text = await download(`${path}?fault=${fault}`);
      await importFile(page, { name: `statement-${date}.bai`, text });
    }
    const changed = await download(`${report.path}?fault=changed_reissue`);
    await importFile(page, { name: "report-again.csv", text: changed, processor });

    const breaks = page.getByTestId("breaks").locator("tbody tr");
    await expect(async () => {
      await page.reload();
      await expect(page.getByTestId("breaks")).toContainText("Unknown bank entry", {
        timeout: 15_000,
      });
      await expect(page.getByTestId("breaks")).toContainText("Report changed", { timeout: 15_000 });
    }).toPass();
    await expect(page.getByTestId("strip-source").first()).toBeVisible();
    await expectResponsive(desk, "section", info);

    await page.getByRole("link", { name: "Imported files" }).click();
    await expect(page.getByTestId("files").locator("tbody tr").first()).toContainText("Imported");
    await expectResponsive(desk, "files", info);
    await page.goBack();

    await page.getByRole("link", { name: "All batches" }).click();
    const batches = page.getByTestId("batches").locator("tbody tr");
    await expect(batches.filter({ hasText: processor }).first()).toContainText("Yes");
    await expectResponsive(desk, "batches", info);
    await batches.filter({ hasText: processor }).getByRole("link").first().click();
    await expect(page.getByTestId("batch-path")).toContainText("Charges (3)");
    await expect(page.getByTestId("batch-path")).toContainText("Bank entry");
    await expect(page.getByTestId("batch-path")).not.toContainText("No bank entry yet");
    await expect(page.getByTestId("lines").locator("tbody tr").first()).toBeVisible();
    await expectResponsive(desk, "batch", info);

    await desk.enter("reconciliation");
    await breaks.filter({ hasText: "$43.21" }).getByRole("link").first().click();
    await expect(desk.heading).toHaveText("Unknown bank entry");
    await expectResponsive(desk, "break", info);
    await page.keyboard.press("a");
    await desk.expectToast("Break updated.");
    await expect(page.getByTestId("break-history")).toContainText("Ada Admin changed the owner");
    await page.keyboard.press("r");
    const dialog = page.getByTestId("break-dialog");
    await expect(dialog).toBeVisible();
    await dialog.getByTestId("break-send").click();
    await expect(dialog).toContainText("Choose what settled the break.");
    await expect(dialog).toContainText("Enter a reason.");
    await expect(dialog.getByRole("radio").first()).toBeFocused();
    await expectResponsive(desk, "resolve-dialog", info);
    await dialog.getByTestId("resolution-outside").check();
    await dialog.getByLabel("Reason").fill("A deposit of the owners");
    await dialog.getByTestId("break-send").click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId("break-history")).toContainText("A deposit of the owners");
    await expectResponsive(desk, "resolved", info);

    // The oldest of the others is the bank's fee.
    await page.keyboard.press("n");
    await expect(page.getByTestId("break")).toContainText("$25.00");
    await desk.enter("reconciliation");
    await breaks.filter({ hasText: "Report changed" }).getByRole("link").first().click();
    await expect(desk.heading).toHaveText("Report changed");
    await expectResponsive(desk, "changed", info);
  } finally {
    await stack.stop();
  }
});
