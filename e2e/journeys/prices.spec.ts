import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { bookedCharges, call, createIntent, createPayer } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a card typed before the session loads still gets its surcharge, and pays once", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { surcharge: { basisPoints: 250, fixedMinor: 0 } });
  const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
  const payer = await createPayer(stack);
  const data = { address: { ...address, country: "US" } };
  await call(stack, "PUT", `/v1/customers/${payer}/data`, data);
  const intent = await createIntent(stack, payer, { amount: 100 });
  let releaseSession = () => {};
  const typed = new Promise<void>((resolve) => {
    releaseSession = resolve;
  });
  await page.route("**/v1/client/session", async (route) => {
    await typed;
    await route.continue();
  });
  const { clientSecretKey } = intent;
  const { widget } = await HostPage.open(page, stack, { clientSecretKey });
  await widget.fill({ number: findCard("visa").number });
  releaseSession();
  await expect(widget.payButton).toHaveText(/\$102\.50/);
  await widget.pay();
  await expect(widget.at("step-success")).toContainText("$102.50");
});

test("the address for sales tax is asked for first; the surcharge is shown and announced once the card is known; both are charged", async ({
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
  await widget.expectAccessible("address for sales tax");
  await dataStep.street.fill("1 Main St");
  await dataStep.city.fill("Reno");
  await dataStep.state.selectOption("NV");
  await dataStep.postalCode.fill("89501");
  await dataStep.continueButton.click();

  await expect(widget.payButton).toHaveText(/\$108\.27/);
  await expect(widget.at("price-tax")).toContainText("Reno, NV");
  await expect(widget.at("price-fees")).toHaveCount(0);
  await expect(widget.at("notice")).toHaveCount(0);
  const { announcement } = widget;
  // The first digits identify the kind of card.
  await widget.number.pressSequentially(findCard("visa").number.slice(0, 8));
  await expect(announcement).toContainText(
    "The total is now $110.77, with a processing fee of $2.50.",
  );
  await expect(widget.at("price-fees")).toContainText("$2.50");
  await widget.expectAccessible("a price with a fee and tax");
  await widget.number.fill(findCard("visa_debit").number);
  await expect(announcement).toContainText("The total is now $108.27.");
  await expect(widget.at("price-fees")).toHaveCount(0);

  await widget.payWith(findCard("visa").number);
  await expect(announcement).toHaveText("Payment complete");
  await expect(widget.at("step-success")).toContainText("$110.77");
  await expect(widget.at("step-success")).toContainText("LUCKY BINGO");
  const status = await call<{ payments: { paymentId: string }[] }>(
    stack,
    "GET",
    `/v1/payment-intents/${intent.paymentIntentId}/status`,
  );
  expect(status).toMatchObject({
    status: "success",
    paymentDescriptor: "LUCKY BINGO",
    payments: [
      {
        breakdown: { baseAmount: 100, processingFees: 2.5, salesTax: 8.27, total: 110.77 },
        routing: { chosen: expect.any(String) },
      },
    ],
  });
  expect(await bookedCharges(stack, status.payments[0]?.paymentId)).toMatchObject([
    { amountMinor: 11_077, descriptor: "LUCKY BINGO" },
  ]);
});
