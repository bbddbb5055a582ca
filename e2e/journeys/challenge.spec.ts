import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { call, readStatus } from "../stack/operator-api.ts";
import { expect, test } from "./journey.ts";

const challengeCard = findCard("challenge").number;

test("completing the challenge completes the payment", async ({ stack, newIntent, openWidget }) => {
  const intent = await newIntent();
  const { widget, challenge } = await openWidget(intent);
  await widget.payWith(challengeCard);
  await expect(challenge.code).toBeVisible();
  await challenge.expectAccessible("open");
  await expect(challenge.bank.getByTestId("challenge-amount")).toHaveText("$49.99");

  await challenge.enterCode("000000");
  await expect(challenge.bank.getByTestId("otp-error")).toBeVisible();
  await challenge.enterCode();

  await expect(widget.text("Payment complete")).toBeVisible();
  await expect(challenge.dialog).toHaveCount(0);
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(status).toMatchObject({
    status: "success",
    payments: [{ threeDSecure: { status: "Y", challenged: true } }],
  });
});

for (const [name, width, height] of [
  ["a desktop", 1280, 800],
  ["a phone", 390, 844],
] as const) {
  test(`on ${name} the dialog fits the issuer's page, has the focus, and keeps Cancel in view`, async ({
    page,
    newIntent,
    openWidget,
  }) => {
    await page.setViewportSize({ width, height });
    const { widget, challenge } = await openWidget(await newIntent());
    await widget.payWith(challengeCard);
    await expect(challenge.code).toBeVisible();
    await expect(async () => {
      const { contentPx, framePx, isCodeFocused } = await challenge.bankPage();
      expect(contentPx).toBeLessThanOrEqual(framePx);
      expect(isCodeFocused).toBe(true);
    }).toPass({ timeout: 40_000 });
    await expect(challenge.cancelButton).toBeInViewport({ ratio: 1 });

    // An error message makes the page taller.
    await challenge.enterCode("000000");
    await expect(challenge.bank.getByTestId("otp-error")).toBeVisible();
    await expect(async () => {
      const { contentPx, framePx } = await challenge.bankPage();
      expect(contentPx).toBeLessThanOrEqual(framePx);
      // In full screen, the dialog may be taller than the page.
      if (width > 640) {
        const body = await challenge.code.evaluate(() => document.body.offsetHeight);
        expect(framePx - body).toBeLessThanOrEqual(1);
      }
    }).toPass({ timeout: 40_000 });
  });
}

test("an issuer's page cannot make the dialog taller than the viewport or push Cancel out of view", async ({
  page,
  newIntent,
  openWidget,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const { widget, challenge } = await openWidget(await newIntent());
  await widget.payWith(challengeCard);
  await expect(challenge.code).toBeVisible();
  await challenge.code.evaluate(() => {
    parent.postMessage({ tessera: "challenge_height", heightPx: 90_000 }, "*");
    document.body.style.minHeight = "3000px";
  });
  await expect(challenge.cancelButton).toBeInViewport({ ratio: 1 });
  const box = await challenge.dialog.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(500);
  await challenge.cancelButton.click();
  await expect(challenge.dialog).toHaveCount(0);
});

test("a payment that the operator cancels closes the bank's page within seconds and is never charged", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const { widget, challenge } = await openWidget(intent);
  await widget.payWith(challengeCard);
  await expect(challenge.code).toBeVisible();
  const [payment] = (await readStatus(stack, intent.paymentIntentId)).payments;
  await call(stack, "POST", `/v1/payments/${payment?.paymentId}/cancel`);

  await expect(challenge.dialog).toHaveCount(0);
  await expect(widget.text("The business canceled this payment")).toBeVisible();
  await expect(widget.payButton).toBeFocused();
  await widget.expectAccessible("canceled by the business");
  expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({
    status: "failed",
    payments: [{ status: "failed", messages: [{ code: "payment_canceled" }] }],
  });

  await widget.pay();
  await challenge.choose("success");
  await expect(widget.text("Payment complete")).toBeVisible();
  const { payments } = await readStatus(stack, intent.paymentIntentId);
  expect(payments.map(({ status }) => status)).toEqual(["failed", "success"]);
});

test("failing or leaving the challenge charges nothing, and the customer can try again", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const { widget, challenge } = await openWidget(intent);

  await widget.payWith(challengeCard);
  await challenge.choose("failure");
  await expect(widget.text("Your payment didn’t go through")).toBeVisible();
  await widget.expectAccessible("challenge failed");
  await expect(widget.number).toHaveValue(/4030/);

  await widget.pay();
  await challenge.cancelAtBank();
  await expect(widget.payButton).toBeEnabled();
  await expect(widget.text(/haven’t been charged/)).toBeVisible();
  await expect(challenge.dialog).toHaveCount(0);

  await widget.pay();
  await expect(challenge.code).toBeVisible();
  await challenge.leaveByEscape();
  await expect(challenge.dialog).toHaveCount(0);
  await expect(widget.text(/haven’t been charged/)).toBeVisible();

  await widget.pay();
  await challenge.choose("success");
  await expect(widget.text("Payment complete")).toBeVisible();
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(status.status).toBe("success");
  expect(status.payments.filter((payment) => payment.status === "success")).toHaveLength(1);
});

test("a reload during the challenge continues the challenge", async ({
  stack,
  page,
  newIntent,
  openWidget,
}) => {
  const intent = await newIntent();
  const before = await openWidget(intent);
  await before.widget.payWith(challengeCard);
  await expect(before.challenge.code).toBeVisible();

  await page.unrouteAll();
  const after = await HostPage.open(page, stack, { clientSecretKey: intent.clientSecretKey });
  await expect(after.challenge.code).toBeVisible();
  await after.challenge.enterCode();
  await expect(after.widget.text("Payment complete")).toBeVisible();
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(status.payments).toMatchObject([{ status: "success" }]);
});

test("a connection that is lost when the code is sent leads back to the bank's page", async ({
  page,
  browserName,
  newIntent,
  openWidget,
}) => {
  // Firefox does not report that its error page has loaded. That page has a button that tries again.
  test.skip(browserName === "firefox");
  const { widget, challenge } = await openWidget(await newIntent());
  await widget.payWith(challengeCard);
  await expect(challenge.code).toBeVisible();
  await page.context().setOffline(true);
  await challenge.enterCode();
  // The dialog covers the browser's error page, on which the customer could not continue.
  await expect(challenge.code).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(challenge.code).toBeVisible();
  await challenge.enterCode();
  await expect(widget.text("Payment complete")).toBeVisible();
});

test("a soft decline leads to a challenge without the customer seeing the decline", async ({
  newIntent,
  openWidget,
}) => {
  const { widget, challenge } = await openWidget(await newIntent());
  await widget.payWith(findCard("soft_decline").number);
  await challenge.enterCode();
  await expect(widget.text("Payment complete")).toBeVisible();
});

test("the directory server's result wins over late, repeated or contradictory challenge results", async ({
  stack,
  newIntent,
  openWidget,
}) => {
  for (const [card, text, status] of [
    ["challenge_duplicate_result", "Payment complete", "success"],
    ["challenge_late_result", "Payment complete", "success"],
    ["challenge_lying_page", "Your payment didn’t go through", "failed"],
  ] as const) {
    const intent = await newIntent();
    const { widget } = await openWidget(intent);
    await widget.payWith(findCard(card).number);
    await expect(widget.text(text), card).toBeVisible({ timeout: 90_000 });
    expect((await readStatus(stack, intent.paymentIntentId)).status, card).toBe(status);
  }
});
