import { bankAccounts } from "../../sandbox/catalogue/bank-accounts.ts";
import { holdFirstStatus } from "../pages/hold-first-status.ts";
import { HostPage } from "../pages/host-page.ts";
import { call, readStatus } from "../stack/operator-api.ts";
import { operatorCommand } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

/** A test account with a number that is unique in this run, because a bank return bars the account. */
function account(name: string): string {
  const found = bankAccounts.find((bankAccount) => bankAccount.name === name);
  if (!found) throw new Error(`the sandbox has no test account ${name}`);
  return `${found.accountNumber}${String(Date.now() % 100_000).padStart(5, "0")}`;
}

test("an ACH debit on a phone, by keyboard alone: form, mandate, pending, and the mandate as PDF", async ({
  page,
  stack,
  newIntent,
  openWidget,
}) => {
  await page.setViewportSize({ width: 360, height: 720 });
  // The list of methods appears before the session loads, and must not move when it does.
  let releaseSession = () => {};
  const held = new Promise<void>((resolve) => {
    releaseSession = resolve;
  });
  await page.route("**/v1/client/session", async (route) => {
    await held;
    await route.continue();
  });
  const intent = await newIntent();
  const { widget, event } = await openWidget(intent).then((host) => ({
    widget: host.widget,
    event: host.event.bind(host),
  }));
  const box = () => widget.at("payment-methods").boundingBox();
  const before = await box();
  await expect(widget.at("payment-method-bank")).toBeVisible();
  releaseSession();
  await expect(widget.payButton).toHaveText(/\$49\.99/);
  await expect(widget.at("save-card")).toBeVisible();
  expect(await box()).toEqual(before);
  await widget.expectAccessible("several payment methods");

  // The widget keeps what was typed for one method while the customer looks at another.
  const { keyboard } = page;
  await widget.number.focus();
  await keyboard.type("4242");
  await keyboard.press("Shift+Tab");
  await expect(widget.at("payment-method-card")).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(widget.at("payment-method-bank")).toBeChecked();
  await expect(widget.at("mandate")).toContainText("I authorize Demo Shop");
  await expect(widget.at("mandate")).toContainText("$49.99");
  await widget.expectAccessible("bank account");
  await keyboard.press("ArrowUp");
  await expect(widget.number).toHaveValue("4242");
  await keyboard.press("ArrowDown");

  // An empty form is submitted: the first field gets the focus, and the widget announces the number of errors.
  await widget.payButton.focus();
  await keyboard.press("Enter");
  await expect(widget.at("field-holder")).toBeFocused();
  await expect(widget.announcement).toContainText("Check 5 fields.");
  await widget.expectAccessible("bank account, submitted empty");

  await keyboard.type("Ada Lovelace");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.type("021000022");
  await keyboard.press("Tab");
  await expect(widget.at("error-routing-number")).toBeVisible();
  await keyboard.press("Shift+Tab");
  await keyboard.press("End");
  await keyboard.press("Backspace");
  await keyboard.type("1");
  await expect(widget.at("error-routing-number")).toHaveCount(0);
  await expect(widget.at("note-routing-number")).toHaveText("JPMorgan Chase");
  await keyboard.press("Tab");
  await keyboard.type(account("ordinary"));
  await keyboard.press("Tab");
  await keyboard.type(await widget.at("field-account-number").inputValue());
  await widget.expectAccessible("bank account, filled in");
  const agreed = await widget.at("mandate").locator("p.mandate-text").allInnerTexts();
  await keyboard.press("Enter");

  const pending = widget.at("step-pending");
  await expect(pending).toContainText("Your bank payment is on its way");
  await expect(pending).toContainText("a few business days");
  await expect(pending).toContainText(/JPMorgan Chase, checking ••••\s\d{4}/);
  await widget.expectAccessible("bank payment pending");
  expect(await event("complete")).toMatchObject({ type: "pending", status: "pending" });
  const copied = page.waitForEvent("download");
  await widget.at("mandate-save").click();
  expect((await copied).suggestedFilename()).toBe("bank-debit.pdf");
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(status).toMatchObject({ status: "pending", payments: [{ status: "pending" }] });
  // The mandate has the text that the customer saw, and when and where they accepted it.
  const path = `/v1/payments/${status.payments[0]?.paymentId}/mandate`;
  const mandate = await call<{ text: string; acceptedAt: string }>(stack, "GET", path);
  expect(mandate).toMatchObject({
    holderName: "Ada Lovelace",
    accountType: "checking",
    bankName: "JPMorgan Chase",
    ipAddress: expect.stringMatching(/^(127\.|::)/),
    acceptedAt: expect.any(String),
    userAgent: await page.evaluate(() => navigator.userAgent),
  });
  expect(mandate.text).toBe(agreed.join("\n\n"));
});

test("a bank return shows its reason and what helps: waiting, another account or another method", async ({
  context,
  stack,
  newIntent,
}) => {
  const open = async (name: string) => {
    const { clientSecretKey } = await newIntent();
    const page = await context.newPage();
    const { widget } = await HostPage.open(page, stack, { clientSecretKey });
    const deliverOld = await holdFirstStatus(widget);
    await widget.fillBank(account(name));
    await widget.pay();
    await expect(widget.at("step-pending")).toBeVisible();
    return { widget, deliverOld };
  };
  const short = await open("insufficient_funds");
  const disputed = await open("not_authorised");
  const closed = await open("account_closed");
  await operatorCommand(stack, "ach", "close");
  await fetch(`${stack.sandboxUrl}/receiving-bank/collections`, { method: "POST" });

  const expected = [
    [short, "There wasn’t enough money in the account.", "Try again later."],
    [disputed, "returned the payment as not authorized", "Choose another payment method."],
    [closed, "The account is closed.", "Use another account."],
  ] as const;
  for (const [{ widget, deliverOld }, reason, advice] of expected) {
    await expect(widget.at("notice")).toContainText(reason, { timeout: 60_000 });
    await expect(widget.at("notice")).toContainText(advice);
    // The outdated response arrives only now.
    await deliverOld();
    await expect(widget.at("notice")).toContainText(reason);
    // The chosen method and the typed values are still there.
    await expect(widget.at("field-holder")).toHaveValue("Ada Lovelace");
  }
  await closed.widget.expectAccessible("bank payment returned");

  // After insufficient funds the same account can be debited again.
  await short.widget.pay();
  await expect(short.widget.at("step-pending")).toBeVisible();

  // A closed account is refused at its field; another account is accepted.
  const { widget } = closed;
  await widget.pay();
  await expect(widget.at("error-account-number")).toContainText("Use another account.");
  await expect(widget.at("field-account-number")).toBeFocused();
  await widget.fillBank(account("ordinary"));
  await expect(widget.at("error-account-number")).toHaveCount(0);
  await widget.pay();
  await expect(widget.at("step-pending")).toBeVisible();
});
