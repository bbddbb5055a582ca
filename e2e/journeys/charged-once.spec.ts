import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { submitDebit, submitPayment } from "../stack/client-api.ts";
import {
  bookedCharges,
  createIntent,
  createPayer,
  freshId,
  readStatus,
} from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

test("pressing Pay twice pays once", async ({ stack, newIntent, openWidget }) => {
  const intent = await newIntent();
  const { widget } = await openWidget(intent);
  await widget.fill({ number: findCard("visa").number });
  await widget.payButton.dblclick();
  await expect(widget.text("Payment complete")).toBeVisible();
  await expectOneCharge(stack, intent.paymentIntentId);
});

test("when the response to Pay is lost, the widget finds the payment, which is charged once", async ({
  page,
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const { widget } = await openWidget(intent);
  let lost = 0;
  await page.route(
    "**/v1/client/payments",
    async (route) => {
      const url = route
        .request()
        .url()
        .replace(/\/\/[^:/]+/, "//127.0.0.1");
      await route.fetch({ url });
      lost++;
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await widget.payWith(findCard("visa").number);
  await expect(widget.text("Payment complete")).toBeVisible({ timeout: 90_000 });
  expect(lost).toBe(1);
  await expectOneCharge(stack, intent.paymentIntentId);
});

test("a processor that charges but returns an error or drops the connection charges once", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  for (const card of ["error_after_charging", "dropped_after_charging"]) {
    const intent = await newIntent();
    const { widget } = await openWidget(intent);
    await widget.payWith(findCard(card).number);
    await expect(widget.text("Payment complete"), card).toBeVisible({ timeout: 60_000 });
    await expectOneCharge(stack, intent.paymentIntentId);
  }
});

test("a processor that charged and timed out keeps the payment: neither a second tab nor failover charges again", async ({
  stack: shared,
}) => {
  const stack = await newOperator(shared, { routingRules: ["northbank", "quayside"] });
  const intent = await createIntent(stack, await createPayer(stack));
  const { number } = findCard("silent_after_charging");
  const first = submitPayment(stack, intent, number, freshId("tab"));
  const paymentOf = async () =>
    (await readStatus(stack, intent.paymentIntentId)).payments[0]?.paymentId ?? "none yet";
  await expect.poll(async () => (await bookedCharges(stack, await paymentOf())).length).toBe(1);
  const second = await submitPayment(stack, intent, findCard("visa").number, freshId("tab"));
  expect([second.httpStatus, second.text]).toEqual([409, expect.stringContaining("in_progress")]);
  expect((await first).httpStatus).toBe(201);
  await expect
    .poll(async () => (await readStatus(stack, intent.paymentIntentId)).status)
    .toBe("success");
  await expectOneCharge(stack, intent.paymentIntentId);
});

test("two tabs that pay one intent, with new and saved cards or a saved account, pay once and both show success", async ({
  context,
  stack,
}) => {
  const saveMethod = { save: true };
  const inTwoTabs = async (payer: string) => {
    const intent = await createIntent(stack, payer);
    const { clientSecretKey } = intent;
    const open = async () => {
      const page = await context.newPage();
      await page.setViewportSize({ width: 360, height: 740 });
      const host = await HostPage.open(page, stack, { clientSecretKey });
      await expect(host.widget.payButton).toBeEnabled();
      return host.widget;
    };
    return { intent, tabs: [await open(), await open()] as const };
  };

  const withCard = await createPayer(stack);
  const first = await createIntent(stack, withCard);
  await submitPayment(stack, first, findCard("visa").number, freshId("key"), saveMethod);
  const byCard = await inTwoTabs(withCard);
  const [saved, fresh] = byCard.tabs;
  await saved.savedCardCode.fill("123");
  await fresh.choose("card");
  await fresh.fill({ number: findCard("mastercard").number });
  await Promise.all([saved.pay(), fresh.pay()]);
  for (const tab of byCard.tabs) await expect(tab.text("Payment complete")).toBeVisible();
  await expectOneCharge(stack, byCard.intent.paymentIntentId);

  const withAccount = await createPayer(stack);
  const accountNumber = `000123456789${String(Date.now() % 100_000).padStart(5, "0")}`;
  await submitDebit(stack, await createIntent(stack, withAccount), accountNumber, saveMethod);
  const byBank = await inTwoTabs(withAccount);
  for (const tab of byBank.tabs) {
    await expect(tab.at("mandate")).toContainText(accountNumber.slice(-4));
  }
  await byBank.tabs[0].expectAccessible("a saved account");
  await Promise.all(byBank.tabs.map((tab) => tab.pay()));
  for (const tab of byBank.tabs) await expect(tab.at("step-pending")).toBeVisible();
  expect(await readStatus(stack, byBank.intent.paymentIntentId)).toMatchObject({
    payments: [{ status: "pending" }],
  });
});

test("a payment that the processor settles later shows as waiting, then as paid", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const { widget } = await openWidget(intent);
  await widget.payWith(findCard("pending_then_approved").number);
  await expect(widget.text(/still waiting for your bank|Payment complete/)).toBeVisible();
  await expect(widget.text("Payment complete")).toBeVisible({ timeout: 60_000 });
  await expectOneCharge(stack, intent.paymentIntentId);
});

async function expectOneCharge(stack: StackAddresses, paymentIntentId: string): Promise<void> {
  const { status, payments } = await readStatus(stack, paymentIntentId);
  expect(status).toBe("success");
  expect(payments).toHaveLength(1);
  const charges = await bookedCharges(stack, payments[0]?.paymentId);
  expect(charges).toHaveLength(1);
  expect(charges[0]?.reversal).toBeUndefined();
}
