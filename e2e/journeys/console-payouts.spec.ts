import { readFileSync } from "node:fs";
import { signedIn } from "../pages/console-page.ts";
import { holdEnter, tabTo } from "../pages/keyboard.ts";
import { newOperator } from "../stack/operator-commands.ts";
import {
  createPayout,
  createPrize,
  createWinner,
  decidePayout,
  janeDoe,
  noRequirements,
  readPayout,
  requestByBank,
  signW9,
} from "../stack/payout-api.ts";
import { expect, test } from "./journey.ts";

test("payouts are approved individually and in bulk, a payout decided elsewhere is reported, and all are exported", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, noRequirements);
  const winner = await createWinner(stack, janeDoe);
  const payouts = [];
  for (const amount of [85, 120.5, 40.25, 60]) {
    const payout = await createPayout(stack, winner, { amount });
    await requestByBank(stack, payout, amount);
    payouts.push(payout);
  }
  const [alone, first, second, elsewhere] = payouts;
  if (!alone || !first || !second || !elsewhere) throw new Error("four payouts were expected");

  const console = await signedIn(page, stack, "reviewer", "Rita Reviewer");
  await console.enter("approvals");
  await expect(console.row("Jane Doe")).toHaveCount(4);
  await console.expectAccessible("approvals");
  await console.row("$85.00").getByRole("link").click();
  await expect(page.getByTestId("payout-money")).toContainText("This calendar year");
  await console.expectAccessible("payout awaiting approval");
  // Enter held too long opens the dialog, but the repeated key does not confirm it.
  await tabTo(page.getByTestId("approve-payout"));
  await holdEnter(page.getByTestId("decide-payout-confirm"));
  await expect(page.getByTestId("decide-payout-confirm")).toHaveText("Pay out $85.00");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("decide-payout")).toHaveCount(0);
  await page.keyboard.press("a");
  await console.expectAccessible("approving a payout");
  await page.getByTestId("decide-payout-confirm").click();
  await console.expectToast("$85.00 approved. 3 more to go.");
  await expect(page.getByTestId("approve-payout")).toHaveCount(0);
  await expect(page.getByTestId("payout-history")).toContainText("Rita Reviewer");

  // Decides three at once. Meanwhile the operator's server rejects one of them.
  await console.enter("approvals");
  await expect(console.row("Jane Doe")).toHaveCount(3);
  await page.getByLabel("Select all on this page").check();
  await page.getByTestId("decide-many").click();
  await expect(page.getByTestId("many-summary")).toContainText(
    "3 payouts are approved and sent right away: $220.75 in total",
  );
  await console.expectAccessible("deciding many payouts");
  await decidePayout(stack, elsewhere, false);
  await page.getByTestId("many-confirm").click();
  await expect(page.getByTestId("many-progress")).toHaveText("3 of 3 tried, 2 done.");
  await expect(page.getByTestId("decide-many-dialog")).toContainText(
    "The payout has changed since",
  );
  await page.getByTestId("many-close").click();
  await expect(page.getByTestId("waiting-payouts-empty")).toBeVisible();
  expect((await readPayout(stack, elsewhere)).status).toBe("rejected");
  for (const payout of [alone, first, second]) {
    expect((await readPayout(stack, payout)).status).not.toBe("pending-validation");
  }

  await console.enter("payouts");
  await expect(console.row(winner)).toHaveCount(4);
  await console.expectAccessible("payouts");
  await page.getByTestId("export").click();
  await console.expectAccessible("export");
  const download = page.waitForEvent("download");
  await page.getByTestId("export-start").click();
  const file = await download;
  await expect(page.getByTestId("export-progress")).toContainText("Exported 4");
  const csv = readFileSync(await file.path(), "utf8");
  expect(csv.trim().split("\n")).toHaveLength(5);
  for (const { disbursementIntentId } of payouts) expect(csv).toContain(disbursementIntentId);
});

test("an admin sees the tax year, and the console says what an export still needs", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, noRequirements);
  const console = await signedIn(page, stack, "admin", "Ada Admin");
  await console.enter("tax");
  await expect(page.getByTestId("tax-filings")).toContainText("Nothing exported");
  await console.expectAccessible("tax year");
  await page.getByTestId("tax-export").click();
  await console.expectAccessible("tax export");
  await page.getByTestId("tax-export-go").click();
  await expect(page.getByRole("alert").or(page.getByTestId("tax-exported"))).toContainText(
    /taxpayer number are not set|Nothing is due/,
  );
});

test("forms and prizes of the year are exported and filed, and the payee's copy downloads", async ({
  page,
  stack: shared,
}) => {
  const payer = {
    name: "Lucky Bingo",
    tinType: "EIN",
    tin: "123456789",
    phone: "7755550100",
    address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
  };
  const stack = await newOperator(shared, {
    ...noRequirements,
    payer,
    w9Policy: "every",
    taxTypes: ["bingo"],
  });
  const winner = await createWinner(stack, janeDoe);
  const payout = await createPayout(stack, winner, { amount: 100 });
  await signW9(stack, payout.w9CaptureUrl ?? "", { backupWithholding: true });
  await requestByBank(stack, payout, 76);
  await decidePayout(stack, payout, true);
  await expect
    .poll(async () => (await readPayout(stack, payout)).status, { intervals: [2_100] })
    .toBe("success");
  await createPrize(stack, winner, { winningsAmount: 2_500 });

  const console = await signedIn(page, stack, "admin", "Ada Admin");
  await console.enter("tax");
  const form = page.getByTestId("tax-forms").getByRole("row").filter({ hasText: winner });
  await expect(form).toContainText("To file");
  await expect(form).toContainText("$100.00");
  await expect(form).toContainText("XXX-XX-8714");
  await expect(page.getByTestId("tax-prizes")).toContainText("$2,500.00");
  await console.expectAccessible("tax year with forms");

  const exportForms = async (name: string) => {
    await page.getByTestId("tax-export").click();
    await page
      .getByTestId("tax-export-form")
      .getByLabel("Form", { exact: true })
      .selectOption(name);
    const download = page.waitForEvent("download");
    await page.getByTestId("tax-export-go").click();
    const text = readFileSync(await (await download).path(), "utf8");
    await page.getByTestId("tax-export-done").click();
    return text;
  };
  const misc = await exportForms("1099-MISC");
  expect(misc.split("\r\n")[1]).toContain("536228714");
  expect(misc).toContain("100.00,24.00");
  expect(await exportForms("W-2G")).toContain("2500.00");

  await expect(form).toContainText("Exported");
  const prizes = page.getByTestId("tax-filings").getByRole("listitem").filter({ hasText: "W-2G" });
  await prizes.getByTestId("mark-filed").click();
  await page.getByTestId("filed-go").click();
  await expect(prizes).toContainText("Filed");
  await expect(prizes.getByTestId("mark-filed")).toHaveCount(0);
  const copy = page.waitForEvent("download");
  await form.getByRole("link", { name: /1099-MISC/ }).click();
  const pdf = readFileSync(await (await copy).path());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});
