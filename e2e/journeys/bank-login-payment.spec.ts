import { BankWindow } from "../pages/bank-window.ts";
import { readStatus } from "../stack/operator-api.ts";
import { expect, test } from "./journey.ts";

test("a customer logs in to their bank on a phone, agrees to the mandate and pays", async ({
  page,
  stack,
  newIntent,
  openWidget,
}) => {
  await page.setViewportSize({ width: 360, height: 720 });
  const intent = await newIntent();
  const { widget } = await openWidget(intent);
  await widget.choose("bank");
  await widget.expectAccessible("bank login or numbers");

  const bank = await BankWindow.openedBy(page, () => widget.at("bank-login-begin").click());
  await widget.expectAccessible("waiting for the bank");
  await bank.logIn.click();
  await bank.choose(/Rainy day savings/);
  const closed = bank.page.waitForEvent("close");
  await bank.share.click();
  await closed;

  await expect(widget.at("bank-login-shared")).toContainText(
    "Harbour Bank, savings account ending\u00a00000",
  );
  await expect(widget.at("field-account-number")).toBeHidden();
  await expect(widget.at("mandate")).toContainText("$49.99");
  await widget.expectAccessible("account shared");
  await widget.pay();
  await expect(widget.at("step-pending")).toContainText(/Harbour Bank, savings ••••\s0000/);
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(status).toMatchObject({
    status: "pending",
    payments: [{ type: "bank", mandate: { accountSource: "bank_login" } }],
  });
});
