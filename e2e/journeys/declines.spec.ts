import { findCard } from "../../sandbox/catalogue/cards.ts";
import { bookedCharges, readStatus } from "../stack/operator-api.ts";
import { expect, test } from "./journey.ts";

/**
 * A decline in the form, one at a field, and the two ends of 3-D Secure. Other reasons: processor-routes.test.ts,
 * submit-rules.test.ts and payment-app.test.tsx.
 */
const declined = [
  "insufficient_funds",
  "incorrect_cvc",
  "not_authenticated",
  "issuer_rejected",
].map(findCard);

test("a decline is shown, the form keeps its values, and the next card pays", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const { page, widget } = await openWidget(intent);
  await widget.fill({ number: findCard("visa").number });

  for (const card of declined) {
    await widget.number.fill(card.number);
    await widget.cvc.fill("123");
    const failed = page.waitForResponse(
      async (response) =>
        response.url().includes("/v1/client/payments") &&
        (await response.json()).status === "failed",
    );
    await widget.pay();
    await failed;
    await expect(widget.text("Your payment didn’t go through"), card.name).toBeVisible();
    await widget.expectAccessible("declined");
    await expect(widget.number, card.name).not.toHaveValue("");
    await expect(widget.expiry, card.name).toHaveValue(/12\s*\/\s*34/);
    // The empty field is marked and focused: a wrong security code must be typed again.
    const isCodeWrong = card.name === "incorrect_cvc";
    await expect(widget.cvc, card.name).toHaveValue(isCodeWrong ? "" : "123");
    if (isCodeWrong) {
      await expect(widget.cvc).toHaveAttribute("aria-invalid", "true");
      await expect(widget.cvc).toBeFocused();
    }
  }

  await widget.number.fill(findCard("mastercard").number);
  await widget.cvc.fill("123");
  await widget.pay();
  await expect(widget.text("Payment complete")).toBeVisible();

  const { status, payments } = await readStatus(stack, intent.paymentIntentId);
  expect(status).toBe("success");
  expect(payments).toHaveLength(declined.length + 1);
  expect(payments.filter((payment) => payment.status === "success")).toHaveLength(1);
  const booked = await Promise.all(
    payments.map(({ paymentId }) => bookedCharges(stack, paymentId)),
  );
  expect(booked.flat().filter((charge) => charge.status === "approved")).toHaveLength(1);
});

test("a card with errors that the form can detect is not submitted", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const { widget } = await openWidget(await newIntent());
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/client/payments")) sent++;
  });
  await widget.fill({ number: "4242424242424241", expiry: "0120", cvc: "12" });
  await widget.pay();
  await expect(widget.text("Check the card number. A digit may be wrong.")).toBeVisible();
  await expect(widget.text("This card expired in 2020. Check the date.")).toBeVisible();
  await expect(widget.text("Enter the 3-digit security code.")).toBeVisible();
  await expect(widget.number).toBeFocused();
  await widget.expectAccessible("form with errors");
  expect(sent).toBe(0);
});

test("the first press of Pay counts, even when a field's error then moves the button", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const { widget } = await openWidget(await newIntent());
  await widget.number.fill(findCard("visa").number);
  await widget.expiry.pressSequentially("0120");
  await expect(widget.payButton).toBeEnabled();
  await widget.payButton.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(widget.cvc).toHaveAttribute("aria-invalid", "true");
  await expect(widget.expiry).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the reason of a failed payment is in view, beside the Pay button", async ({
    newIntent,
    openWidget,
  }) => {
    const { widget } = await openWidget(await newIntent());
    await widget.payWith(findCard("insufficient_funds").number);
    await expect(widget.at("notice")).toBeInViewport({ ratio: 1 });
    await expect(widget.number).not.toBeInViewport();
    await widget.expectAccessible("declined, beside the button");
  });
});
