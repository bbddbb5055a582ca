import { bankAccounts } from "../../sandbox/catalogue/bank-accounts.ts";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { clientCall, submitDebit, submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator, operatorCommand } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

const numberOf = (accountName: string) =>
  bankAccounts.find(({ name }) => name === accountName)?.accountNumber ?? "";
const ordinary = numberOf("ordinary");

test("staff find payments by last digits, trace number, amount and reason category, and the URL keeps the filters", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { paymentMethodTypes: ["card", "bank"] });
  const payer = await createPayer(stack);
  const declined = await createIntent(stack, payer);
  await submitPayment(stack, declined, findCard("insufficient_funds").number, freshId("key"));
  const debited = await createIntent(stack, payer);
  await submitDebit(stack, debited, `${ordinary}77`);
  await operatorCommand(stack, "ach", "close");

  const console = await signedIn(page, stack, "viewer", "Vic Viewer");
  await console.enter("payments");
  const rows = page.getByTestId("payments").locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await page.getByTestId("more-filters").locator("summary").click();
  await console.expectAccessible("payments, every filter");
  await page.getByTestId("filter-category").selectOption("funds");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Insufficient funds");
  await page.getByTestId("clear-filters").click();

  await page.getByTestId("filter-minAmount").fill("50");
  await page.getByTestId("filter-minAmount").blur();
  await expect(page.getByTestId("payments-empty")).toContainText("No payments match these filters");
  await page.getByTestId("clear-filters").click();
  await page.getByTestId("filter-search").fill("8977");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?search=8977$/);
  await page.reload();
  await expect(rows).toHaveCount(1);

  await rows.getByRole("link").click();
  const ach = page.getByTestId("ach-facts");
  await expect(ach).toContainText("With the bank");
  const trace = await ach.locator("code").first().innerText();
  expect(trace).toMatch(/^\d{15}$/);
  await expect(page.getByTestId("attempt")).toContainText("Mandate");
  await console.expectAccessible("payment by bank");
  await page.setViewportSize({ width: 360, height: 740 });
  await console.expectFits();

  await console.open(`/payments?search=${trace}&processor=ach`);
  await expect(rows).toHaveCount(1);
  await console.expectFits();
  await console.expectAccessible("payments, filtered, on a phone");
});

test("staff cancel a debit and reopen an account barred by a dispute, on a phone and by keyboard", async ({
  page,
  stack: shared,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const stack = await newOperator(shared, { paymentMethodTypes: ["bank"] });
  const payer = await createPayer(stack);
  const accountNumber = `${numberOf("not_authorised")}64`;
  const disputed = await createIntent(stack, payer);
  await submitDebit(stack, disputed, accountNumber);
  await operatorCommand(stack, "ach", "close");
  await fetch(`${stack.sandboxUrl}/receiving-bank/collections`, { method: "POST" });
  const path = `/payments/${disputed.paymentIntentId}`;

  const console = await signedIn(page, stack, "viewer", "Vic Viewer");
  await console.open(path);
  await expect(page.getByTestId("account-bars")).toContainText("This account is barred");
  await expect(page.getByTestId("unbar")).toHaveCount(0);
  await page.context().clearCookies();

  await signedIn(page, stack, "reviewer", "Rae Reviewer");
  await console.open(path);
  await expect(page.getByTestId("account-bar")).toContainText("R10");
  await console.expectAccessible("a barred account");
  await console.expectFits();
  await page.getByTestId("unbar").press("Enter");
  const dialog = page.getByTestId("unbar-account");
  await expect(dialog.getByTestId("field-reason")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Enter a reason");
  await console.expectAccessible("opening a barred account");
  await page.keyboard.type("She called: it was her");
  await page.keyboard.press("Enter");
  await console.expectToast("This account can be debited again");
  await expect(page.getByTestId("account-bar")).toContainText("Reopened by Rae Reviewer");
  await expect(page.getByTestId("account-bar")).toContainText("She called: it was her");
  await expect(page.getByTestId("bank-debit")).toBeFocused();

  // Another journey may close the ACH file with this debit first.
  await expect(async () => {
    const next = await createIntent(stack, payer);
    expect((await submitDebit(stack, next, accountNumber)).status).toBe("pending");
    await console.open(`/payments/${next.paymentIntentId}`);
    await expect(page.getByTestId("ach-facts")).toBeVisible();
    await page.getByTestId("call-off").press("Enter", { timeout: 20_000 });
    await page.getByTestId("ask-yes").click();
    await expect(page.getByTestId("ach-facts")).toContainText("Canceled before its file");
  }).toPass();
  await console.expectToast("Payment canceled.");
  await expect(page.getByTestId("call-off")).toHaveCount(0);
  await expect(page.getByTestId("cancel-payment")).toBeFocused();
  await console.expectAccessible("a canceled debit");
});

test("an admin allows a card again after a network said never to try it again", async ({
  page,
  stack: shared,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const stack = await newOperator(shared, {});
  const payer = await createPayer(stack);
  const declined = await createIntent(stack, payer);
  const { number } = findCard("do_not_try_again");
  await submitPayment(stack, declined, number, freshId("key"));

  const console = await signedIn(page, stack, "admin", "Ada Admin");
  await console.open(`/payments/${declined.paymentIntentId}`);
  await expect(page.getByTestId("card-stops")).toContainText("This card is blocked");
  await console.expectAccessible("a stopped card");
  await console.expectFits();
  await page.getByTestId("lift-stop").press("Enter");
  const dialog = page.getByTestId("lift-stop-dialog");
  await expect(dialog.getByTestId("field-reason")).toBeFocused();
  await page.keyboard.type("Her bank replaced the card");
  await console.expectAccessible("lifting the stop of a card");
  await page.keyboard.press("Enter");
  await console.expectToast("This card can be charged again");
  await expect(page.getByTestId("card-stop")).toContainText("Allowed by Ada Admin");
  await expect(page.getByTestId("card-stop")).toContainText("Her bank replaced the card");
  await expect(page.getByTestId("lift-stop-box")).toBeFocused();
});

test("an admin enables payment methods and a surcharge in the settings, and the next payment uses them", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  const console = await signedIn(page, stack, "admin", "Ada Admin");
  await console.enter("settings");
  await expect(page.getByTestId("method-card")).toBeDisabled();
  await page.getByTestId("method-bank").check();
  await page.getByTestId("setting-surcharge").check();
  await page.getByTestId("field-surchargePercent").fill("2.5");
  await console.expectAccessible("settings, with a fee");
  await page.getByTestId("field-surchargePercent").fill("25");
  await page.getByTestId("save").click();
  await expect(page.getByTestId("error-surchargePercent")).toBeVisible();
  await page.getByTestId("field-surchargePercent").fill("2.5");
  await page.getByTestId("save").click();
  await console.expectToast("Saved.");

  const externalCustomerId = freshId("customer");
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: {
      email: `${externalCustomerId}@example.com`,
      address: {
        line1: "1 Main St",
        city: "Reno",
        state: "NV",
        postalCode: "89501",
        country: "US",
      },
    },
  });
  await expect(async () => {
    const intent = await createIntent(stack, externalCustomerId);
    const status = await call<{ paymentMethodTypes: string[] }>(
      stack,
      "GET",
      `/v1/payment-intents/${intent.paymentIntentId}/status`,
    );
    expect(status.paymentMethodTypes).toEqual(["card", "bank"]);
    const { number } = findCard("visa");
    const quote = await clientCall<{ breakdown: { processingFees: number } }>(
      stack,
      intent,
      "quote",
      { type: "card", card: { prefix: number.slice(0, 8) } },
    );
    expect(quote.breakdown.processingFees).toBe(1.24);
  }).toPass();
});
