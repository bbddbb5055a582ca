import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { expectResponsive } from "../pages/expect-responsive.ts";
import { submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator, operatorCommand } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test("staff refund all payments of a canceled race, see the progress, and try what failed again", async ({
  page,
  stack: shared,
}, info) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const stack = await newOperator(shared, { paymentMethodTypes: ["card"] });
  const race = freshId("race");
  const pay = async (card: string) => {
    const payer = await createPayer(stack);
    const intent = await createIntent(stack, payer, {
      externalPaymentIntentId: `${race}-${freshId("order")}`,
    });
    await submitPayment(stack, intent, findCard(card).number, freshId("key"));
    return intent;
  };
  for (const card of ["visa", "visa", "refund_disputed", "insufficient_funds"]) await pay(card);
  const alone = await pay("visa");
  await call(stack, "POST", `/v1/payment-intents/${alone.paymentIntentId}/refunds`, {
    externalRefundId: freshId("refund"),
  });

  const desk = await signedIn(page, stack, "reviewer", "Rae Reviewer");
  await desk.open(`/payments?search=${race}`);
  const rows = page.getByTestId("payments").locator("tbody tr[data-row]");
  await expect(rows).toHaveCount(5);
  await rows.first().getByRole("checkbox").check();
  const bar = page.getByTestId("chosen-payments");
  await expect(bar).toContainText("1 payment selected");
  await expectResponsive(desk, "choosing", info);
  await bar.getByTestId("choose-all-matching").click();
  await expect(bar).toContainText("All 5 payments that match are selected");
  await bar.getByTestId("refund-chosen").click();

  const dialog = page.getByTestId("batch-dialog");
  await expect(dialog.getByTestId("batch-summary")).toContainText("3 payments");
  await expect(dialog.getByTestId("batch-summary")).toContainText("$149.97");
  await expect(dialog.getByTestId("excluded-not_successful")).toContainText("(1)");
  await expect(dialog.getByTestId("excluded-already_refunded")).toContainText("(1)");
  await expectResponsive(desk, "dialog", info);
  await dialog.getByLabel("Reason").selectOption("not_delivered");
  await dialog.getByTestId("batch-confirm").click();
  await expect(dialog).toContainText("The number is 3.");
  await expect(dialog.getByLabel("Number of refunds")).toBeFocused();
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/payments\/batches\/rfb_/);
  await expect(desk.heading).toHaveText("Refund batch");
  await expect(page.getByTestId("count-success")).toContainText("2", { timeout: 90_000 });
  await expect(page.getByTestId("count-failed")).toContainText("1", { timeout: 90_000 });
  await expect(page.getByTestId("batch-money")).toContainText("$99.98 of $149.97");
  await page.reload();
  await expect(page.getByTestId("batch-money")).toContainText("$99.98 of $149.97");
  const items = page.getByTestId("batch-items").locator("tbody tr");
  await expect(items).toHaveCount(3);
  await page.getByTestId("filter-show").selectOption("failed");
  await expect(items).toHaveCount(1);
  await expect(items).toContainText("The payment is disputed");
  await expectResponsive(desk, "batch", info);

  await page.getByTestId("batch-retry").click();
  await page.getByTestId("ask-yes").click();
  await desk.expectToast("Failed refunds are tried again.");
  await expect(page.getByTestId("count-failed")).toContainText("1", { timeout: 90_000 });

  await page.getByTestId("filter-show").selectOption("");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await page.getByTestId("export").click();
      await page.getByTestId("export-start").click();
    })(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tessera-refund-batch-.*\.csv$/);
  await page.getByTestId("export-close").click();

  await page.getByRole("link", { name: "Refund batches" }).first().click();
  await expect(desk.heading).toHaveText("Refund batches");
  await expect(page.getByTestId("batches").locator("tbody tr")).toHaveCount(1);
  await expectResponsive(desk, "batches", info);

  await desk.open(`/payments/${alone.paymentIntentId}`);
  await expect(page.getByTestId("refund")).toBeVisible();
  await expect(page.getByTestId("refund-batch-link")).toHaveCount(0);
});

test("a batch whose sum needs a second person waits for one, and can be stopped", async ({
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
    "Another person must approve this batch. Nothing has been sent yet.",
  );
  const address = page.url();
  await page.context().clearCookies();

  const second = await signedIn(page, stack, "admin", "Bea Admin");
  await page.goto(address);
  await expect(page.getByTestId("batch-approve")).toBeVisible();
  await expectResponsive(second, "approval", info);
  await page.getByTestId("batch-approve").click();
  await page.getByTestId("ask-yes").click();
  await second.expectToast("Batch approved.");
  await expect(page.getByTestId("count-success")).toContainText("2", { timeout: 90_000 });
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
