import { findCard } from "../../sandbox/catalogue/cards.ts";
import { holdEnter, tabTo } from "../pages/keyboard.ts";
import { submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId, readStatus } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a card is saved only with consent, pays again with its security code alone, and can be removed", async ({
  page,
  stack,
  openWidget,
}) => {
  const payer = await createPayer(stack);
  const path = `/v1/customers/${payer}/payment-methods`;
  const { widget: withoutConsent } = await openWidget(await createIntent(stack, payer));
  await withoutConsent.payWith(findCard("mastercard").number);
  await expect(withoutConsent.text("Payment complete")).toBeVisible();
  const { widget: first } = await openWidget(await createIntent(stack, payer));
  await expect(first.frame.getByRole("radio", { name: /Mastercard/ })).toHaveCount(0);
  await expect(first.saveCard).not.toBeChecked();
  await first.fill({ number: findCard("visa").number });
  await first.saveCard.check();
  await first.expectAccessible("a card to save");
  await first.pay();
  await expect(first.text("Payment complete")).toBeVisible();

  const intent = await createIntent(stack, payer);
  const session = page.waitForResponse(/\/v1\/client\/session/);
  const { widget: second } = await openWidget(intent);
  // The browser receives only what the customer may see.
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
  const saved = second.frame.getByRole("radio", { name: /Visa .* 4242/ });
  await expect(saved).toBeChecked();
  await expect(second.frame.getByRole("radio", { name: /^Another card/ })).toBeVisible();
  await second.expectAccessible("a saved card");
  // A press goes straight to the code; arrow keys stay on the list.
  await second.frame.getByRole("radio", { name: /^Another card/ }).check();
  await saved.check();
  await expect(second.savedCardCode).toBeFocused();
  await saved.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(saved).toBeChecked();
  await expect(saved).toBeFocused();
  await second.pay();
  await expect(second.text("Enter the security code.")).toBeVisible();
  await second.savedCardCode.fill("123");
  await second.pay();
  await expect(second.text("Payment complete")).toBeVisible();
  await expect(second.at("step-success")).toContainText("•••• 4242");
  expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({ status: "success" });

  const { widget: third } = await openWidget(await createIntent(stack, payer));
  await third.frame.getByRole("button", { name: /^Remove Visa/ }).click();
  await third.expectAccessible("confirming the removal of a card");
  await third.frame.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(third.frame.getByRole("radio", { name: /Visa/ })).toHaveCount(0);
  await expect(third.number).toBeVisible();

  expect(await call(stack, "GET", path)).toEqual({ data: [] });
});

test("with 3-D Secure as verification, a saved card pays by challenge without a code until the operator removes it", async ({
  stack,
  openWidget,
}) => {
  const withThreeDS = await newOperator(stack, { savedCardVerification: "three_ds" });
  const { publishableKey } = withThreeDS.operator;
  const payer = await createPayer(withThreeDS);
  const { widget: first, challenge: firstChallenge } = await openWidget(
    await createIntent(withThreeDS, payer),
    {
      publishableKey,
    },
  );
  await first.fill({ number: findCard("challenge").number });
  await first.saveCard.check();
  await first.pay();
  await firstChallenge.enterCode();
  await expect(first.text("Payment complete")).toBeVisible();

  // After a challenge a job saves the card.
  const path = `/v1/customers/${payer}/payment-methods`;
  type Listed = { data: { paymentMethodId: string }[] };
  await expect.poll(async () => (await call<Listed>(withThreeDS, "GET", path)).data.length).toBe(1);
  const intent = await createIntent(withThreeDS, payer);
  const { widget, challenge } = await openWidget(intent, { publishableKey });
  await expect(widget.text("Your bank may ask you to confirm this payment.")).toBeVisible();
  await expect(widget.savedCardCode).toHaveCount(0);
  await widget.pay();
  await challenge.enterCode();
  await expect(widget.text("Payment complete")).toBeVisible();
  const status = await readStatus(withThreeDS, intent.paymentIntentId);
  expect(status).toMatchObject({ payments: [{ threeDSecure: { challenged: true } }] });

  const [listed] = (await call<Listed>(withThreeDS, "GET", path)).data;
  await call(withThreeDS, "DELETE", `${path}/${listed?.paymentMethodId}`);
  const { widget: last } = await openWidget(await createIntent(withThreeDS, payer), {
    publishableKey,
  });
  await expect(last.payButton).toBeEnabled();
  await expect(last.frame.getByRole("radio", { name: /Visa/ })).toHaveCount(0);
});

test("after a saved card was removed in another tab, neither a held Enter nor one more press charges another saved card", async ({
  page,
  stack,
  openWidget,
}) => {
  // Without a security code, one press is a payment.
  const withThreeDS = await newOperator(stack, { savedCardVerification: "three_ds" });
  const payer = await createPayer(withThreeDS);
  for (const name of ["mastercard", "visa"]) {
    const { number } = findCard(name);
    const saving = await createIntent(withThreeDS, payer);
    await submitPayment(withThreeDS, saving, number, freshId("key"), { save: true });
  }
  const intent = await createIntent(withThreeDS, payer);
  const { publishableKey } = withThreeDS.operator;
  const { widget } = await openWidget(intent, { publishableKey });
  await expect(widget.frame.getByRole("radio", { name: /Visa .* 4242/ })).toBeChecked();
  const path = `/v1/customers/${payer}/payment-methods`;
  type Listed = { data: { paymentMethodId: string; paymentMethod: { last4: string } }[] };
  const { data } = await call<Listed>(withThreeDS, "GET", path);
  const visa = data.find(({ paymentMethod }) => paymentMethod.last4 === "4242");
  await call(withThreeDS, "DELETE", `${path}/${visa?.paymentMethodId}`);

  await tabTo(widget.payButton);
  await holdEnter(widget.text("This payment method is no longer saved"));
  await expect(widget.text("Enter the card number.")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(widget.text("Enter the card number.")).toBeVisible();
  await expect(widget.number).toBeFocused();
  expect(await readStatus(withThreeDS, intent.paymentIntentId)).toMatchObject({
    status: "no-payment",
    payments: [],
  });
});
