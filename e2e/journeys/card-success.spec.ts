import { findCard } from "../../sandbox/catalogue/cards.ts";
import { bookedCharges, readStatus } from "../stack/operator-api.ts";
import { expect, test } from "./journey.ts";

test("a card without 3-D Secure pays at once", async ({ stack, newIntent, openWidget }) => {
  const intent = await newIntent();
  const { widget, event } = await openWidget(intent).then((host) => ({
    widget: host.widget,
    event: host.event.bind(host),
  }));
  await widget.expectAccessible("empty form");
  await expect(widget.payButton).toHaveText(/\$49\.99/);

  await widget.fill({ number: findCard("visa").number });
  await widget.expectAccessible("filled form");
  await widget.pay();

  await expect(widget.text("Payment complete")).toBeVisible();
  await widget.expectAccessible("success");
  const result = await event("complete");
  expect(result).toMatchObject({
    type: "success",
    status: "success",
    paymentIntentId: intent.paymentIntentId,
  });
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(status).toMatchObject({ status: "success", payments: [{ status: "success" }] });
  const charges = await bookedCharges(stack, status.payments[0]?.paymentId);
  expect(charges).toMatchObject([{ status: "approved", amountMinor: 4999, currency: "USD" }]);
});

test("an issuer that recognizes the customer approves without a challenge", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const { widget, challenge } = await openWidget(intent);
  await widget.payWith(findCard("frictionless").number);
  await expect(widget.text("Payment complete")).toBeVisible();
  await expect(challenge.dialog).toHaveCount(0);
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(status).toMatchObject({
    status: "success",
    payments: [{ threeDSecure: { status: "Y", challenged: false } }],
  });
});

test("an issuer whose 3DS method never responds delays the payment by only ten seconds", async ({
  newIntent,
  openWidget,
}) => {
  const { widget } = await openWidget(await newIntent());
  await widget.payWith(findCard("method_silent").number);
  await expect(widget.text("Payment complete")).toBeVisible({ timeout: 90_000 });
});
