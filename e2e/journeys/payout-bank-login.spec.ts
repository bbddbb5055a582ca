import { BankWindow } from "../pages/bank-window.ts";
import { HostPage } from "../pages/host-page.ts";
import { PayoutWidget } from "../pages/payout-widget.ts";
import { newOperator } from "../stack/operator-commands.ts";
import {
  type CreatedPayout,
  createPayout,
  createWinner,
  decidePayout,
  janeDoe,
  noRequirements,
  readPayout,
} from "../stack/payout-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { test as base, expect } from "./journey.ts";

interface BankJourney {
  operator: StackAddresses;
  payout: CreatedPayout;
  widget: PayoutWidget;
}

const test = base.extend<BankJourney>({
  operator: async ({ stack }, use) => {
    const paymentMethodTypes = ["bank", "pay_by_bank"];
    await use(await newOperator(stack, { ...noRequirements, paymentMethodTypes }));
  },
  payout: async ({ operator }, use) => {
    await use(await createPayout(operator, await createWinner(operator, janeDoe)));
  },
  widget: async ({ page, operator, payout }, use) => {
    const host = await HostPage.open(page, operator, {
      clientSecretKey: payout.clientSecretKey,
      publishableKey: operator.operator.publishableKey,
      elements: "Disbursement",
    });
    await host.event("ready");
    const widget = new PayoutWidget(page);
    await widget.choose("pay_by_bank");
    await use(widget);
  },
});

test("a payout to an account shared at the bank is approved and paid", async ({
  page,
  operator,
  payout,
  widget,
}) => {
  await widget.continueButton.click();
  await expect(widget.text("Log in to your bank first")).toBeVisible();
  await widget.expectAccessible("log in at the bank");

  const bank = await BankWindow.openedBy(page, () => widget.at("bank-login-begin").click());
  await expect(widget.at("bank-login-again")).toBeVisible();
  await widget.expectAccessible("waiting for the bank");
  await bank.expectAccessible("log in");
  await bank.logIn.click();
  await bank.choose(/Rainy day savings/);
  await bank.expectAccessible("choosing the account");
  const closed = bank.page.waitForEvent("close");
  await bank.share.click();
  await closed;

  await expect(widget.at("bank-login-shared")).toContainText(
    "Harbour Bank, savings account ending\u00a00000",
  );
  await widget.expectAccessible("account shared");
  await widget.continueButton.click();
  await expect(widget.at("review-method")).toContainText("0000");
  await widget.confirm.click();
  await expect(widget.step("waiting")).toBeVisible();
  await decidePayout(operator, payout, true);
  await expect(widget.step("success")).toBeVisible({ timeout: 90_000 });
  expect(await readPayout(operator, payout)).toMatchObject({
    status: "success",
    disbursement: { status: "success", type: "pay_by_bank" },
  });
});

test("a blocked window leaves a link to the bank, and a customer who refuses there chooses another method", async ({
  page,
  operator,
  payout,
  widget,
}) => {
  const frame = page.frame({ url: /\/v1\/frames\/disbursement/ });
  await frame?.evaluate(() => {
    window.open = () => null;
  });
  await widget.at("bank-login-begin").click();
  const link = widget.at("bank-login-link");
  await expect(link).toBeVisible();
  const bank = await BankWindow.openedBy(page, () => link.click());
  await bank.logIn.click();
  await bank.refuse.click();

  await expect(widget.at("bank-login-problem")).toContainText("You didn’t share an account");
  await widget.expectAccessible("refused at the bank");
  await widget.fillBank();
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  expect((await readPayout(operator, payout)).disbursement?.type).toBe("bank");
});
