/** Cards that a customer keeps, on a phone: kept with consent, paid with again, removed. */
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { call, createIntent, createPayer, readStatus } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a card is kept only with consent, pays again with its code alone, and is gone once it is removed", async ({
  page,
  stack,
  openWidget,
}) => {
  const payer = await createPayer(stack);
  const path = `/v1/customers/${payer}/payment-methods`;
  const { widget: unasked } = await openWidget(await createIntent(stack, payer));
  await unasked.payWith(findCard("mastercard").number);
  await expect(unasked.text("Payment complete")).toBeVisible();
  const { widget: first } = await openWidget(await createIntent(stack, payer));
  await expect(first.frame.getByRole("radio", { name: /Mastercard/ })).toHaveCount(0);
  await expect(first.saveCard).not.toBeChecked();
  await first.fill({ number: findCard("visa").number });
  await first.saveCard.check();
  await first.expectAccessible("a card that is to be kept");
  await first.pay();
  await expect(first.text("Payment complete")).toBeVisible();

  const intent = await createIntent(stack, payer);
  const session = page.waitForResponse(/\/v1\/client\/session/);
  const { widget: second } = await openWidget(intent);
  // No more than what may be shown ever comes to the browser.
  expect((await (await session).json()).savedPaymentMethods).toEqual([
    {
      paymentMethodId: expect.stringMatching(/^pm_/),
      type: "card",
      verification: "cvc",
      paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2034 },
      isExpired: false,
      createdAt: expect.any(String),
      lastUsedAt: null,
    },
  ]);
  const kept = second.frame.getByRole("radio", { name: /Visa .* 4242/ });
  await expect(kept).toBeChecked();
  await expect(second.frame.getByRole("radio", { name: /^Another card/ })).toBeVisible();
  await second.expectAccessible("a card that was kept");
  await second.pay();
  await expect(second.text("Enter the security code.")).toBeVisible();
  await second.keptCode.fill("123");
  await second.pay();
  await expect(second.text("Payment complete")).toBeVisible();
  await expect(second.at("step-success")).toContainText("•••• 4242");
  expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({ status: "success" });

  const { widget: third } = await openWidget(await createIntent(stack, payer));
  await third.frame.getByRole("button", { name: /^Remove Visa/ }).click();
  await third.expectAccessible("before a card is removed");
  await third.frame.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(third.frame.getByRole("radio", { name: /Visa/ })).toHaveCount(0);
  await expect(third.number).toBeVisible();

  expect(await call(stack, "GET", path)).toEqual({ data: [] });
});

test("where the operator asks for the bank's confirmation, a kept card pays by challenge and without a code, until their server removes it", async ({
  stack,
  openWidget,
}) => {
  const asking = await newOperator(stack, { savedCardVerification: "three_ds" });
  const { publishableKey } = asking.operator;
  const payer = await createPayer(asking);
  const { widget: first, challenge: asked } = await openWidget(await createIntent(asking, payer), {
    publishableKey,
  });
  await first.fill({ number: findCard("challenge").number });
  await first.saveCard.check();
  await first.pay();
  await asked.enterCode();
  await expect(first.text("Payment complete")).toBeVisible();

  // After a challenge it is kept by the service's next round.
  const path = `/v1/customers/${payer}/payment-methods`;
  type Listed = { data: { paymentMethodId: string }[] };
  await expect.poll(async () => (await call<Listed>(asking, "GET", path)).data.length).toBe(1);
  const intent = await createIntent(asking, payer);
  const { widget, challenge } = await openWidget(intent, { publishableKey });
  await expect(widget.text("Your bank may ask you to confirm this payment.")).toBeVisible();
  await expect(widget.keptCode).toHaveCount(0);
  await widget.pay();
  await challenge.enterCode();
  await expect(widget.text("Payment complete")).toBeVisible();
  const status = await readStatus(asking, intent.paymentIntentId);
  expect(status).toMatchObject({ payments: [{ threeDSecure: { challenged: true } }] });

  const [listed] = (await call<Listed>(asking, "GET", path)).data;
  await call(asking, "DELETE", `${path}/${listed?.paymentMethodId}`);
  const { widget: last } = await openWidget(await createIntent(asking, payer), { publishableKey });
  await expect(last.payButton).toBeEnabled();
  await expect(last.frame.getByRole("radio", { name: /Visa/ })).toHaveCount(0);
});
