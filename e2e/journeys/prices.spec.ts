/** What a payment costs, as the customer sees and hears it: a fee that depends on the card, and the tax of a place. */
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { bookedCharges, call, createIntent, createPayer } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a card that was typed before anything was loaded is told its fee all the same, and paid once", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { surcharge: { basisPoints: 250, fixedMinor: 0 } });
  const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
  const payer = await createPayer(stack);
  const data = { address: { ...address, country: "US" } };
  await call(stack, "PUT", `/v1/customers/${payer}/data`, data);
  const intent = await createIntent(stack, payer, { amount: 100 });
  let letThrough = () => {};
  const typed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/v1/client/session", async (route) => {
    await typed;
    await route.continue();
  });
  const { clientSecretKey } = intent;
  const { widget } = await HostPage.open(page, stack, { clientSecretKey });
  await widget.fill({ number: findCard("visa").number });
  letThrough();
  await expect(widget.payButton).toHaveText(/\$102\.50/);
  await widget.pay();
  await expect(widget.at("step-success")).toContainText("$102.50");
});

test("a place that tax needs is asked for first; a fee is told as soon as the card is known, to the ear too; both are charged", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {
    surcharge: { basisPoints: 250, fixedMinor: 0 },
    salesTax: "on",
    paymentDescriptor: "LUCKY BINGO",
  });
  const intent = await createIntent(stack, await createPayer(stack), { amount: 100 });
  const { clientSecretKey } = intent;
  const { widget } = await HostPage.open(page, stack, { clientSecretKey });
  const { dataStep } = widget;
  await expect(dataStep.title).toHaveText("Your address");
  await expect(widget.number).toBeHidden();
  await widget.expectAccessible("where the customer lives");
  await dataStep.street.fill("1 Main St");
  await dataStep.city.fill("Reno");
  await dataStep.state.selectOption("NV");
  await dataStep.postalCode.fill("89501");
  await dataStep.goOn.click();

  await expect(widget.payButton).toHaveText(/\$108\.27/);
  await expect(widget.at("price-tax")).toContainText("Reno, NV");
  await expect(widget.at("price-fees")).toHaveCount(0);
  await expect(widget.at("notice")).toHaveCount(0);
  const { said } = widget;
  // The first digits tell what kind of card it is.
  await widget.number.pressSequentially(findCard("visa").number.slice(0, 8));
  await expect(said).toContainText("The total is $110.77 now, with a processing fee of $2.50.");
  await expect(widget.at("price-fees")).toContainText("$2.50");
  await widget.expectAccessible("a price with a fee and tax");
  await widget.number.fill(findCard("visa_debit").number);
  await expect(said).toContainText("The total is $108.27 now.");
  await expect(widget.at("price-fees")).toHaveCount(0);

  await widget.payWith(findCard("visa").number);
  await expect(said).toHaveText("Payment complete");
  await expect(widget.at("step-success")).toContainText("$110.77");
  await expect(widget.at("step-success")).toContainText("LUCKY BINGO");
  const told = await call<{ payments: { paymentId: string }[] }>(
    stack,
    "GET",
    `/v1/payment-intents/${intent.paymentIntentId}/status`,
  );
  expect(told).toMatchObject({
    status: "success",
    paymentDescriptor: "LUCKY BINGO",
    payments: [
      {
        breakdown: { baseAmount: 100, processingFees: 2.5, salesTax: 8.27, total: 110.77 },
        routing: { chosen: expect.any(String) },
      },
    ],
  });
  expect(await bookedCharges(stack, told.payments[0]?.paymentId)).toMatchObject([
    { amountMinor: 11_077, descriptor: "LUCKY BINGO" },
  ]);
});
