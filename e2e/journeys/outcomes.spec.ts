import type { Refund } from "#contract/api/refunds";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { expectResponsive } from "../pages/expect-responsive.ts";
import { chooseByKey, expectFocusIn, pictureOf, pressByKey } from "../pages/keyboard.ts";
import { submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId, readStatus } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test("staff look a hanging payment up, enter its outcome, and accept what the processor says later", async ({
  page,
  adjustable,
}, info) => {
  test.setTimeout(240_000);
  const stack = await newOperator(adjustable, { paymentMethodTypes: ["card"] });
  const intent = await createIntent(stack, await createPayer(stack));
  const { number } = findCard("pending_hours_then_approved");
  await submitPayment(stack, intent, number, freshId("key"));
  expect((await readStatus(stack, intent.paymentIntentId)).status).toBe("pending");

  const desk = await signedIn(page, stack, "reviewer", "Rae Reviewer");
  await desk.open(`/payments/${intent.paymentIntentId}`);
  const outcome = page.getByTestId("outcome");
  await expect(outcome).toContainText("You can enter the outcome from");
  await outcome.getByTestId("outcome-look-up").click();
  await expect(outcome.getByTestId("outcome-answer")).toContainText(
    "The processor is still working on it. No outcome yet.",
  );
  await expectResponsive(desk, "hanging", info);

  await adjustable.advanceClock(hourMs + minuteMs);
  await page.reload();
  await outcome.getByTestId("outcome-look-up").click();
  await outcome.getByTestId("outcome-enter").click();
  const dialog = page.getByTestId("outcome-dialog");
  await expect(dialog.getByLabel("What happened")).toBeVisible();
  await dialog.getByTestId("outcome-confirm").click();
  await expect(dialog).toContainText("Enter how you know.");
  await expect(dialog.getByLabel("How you know")).toBeFocused();
  await expectResponsive(desk, "outcome-dialog", info);
  await page.keyboard.type("Support says that nothing was charged, ticket 4711");
  await chooseByKey(dialog.locator("input[type=file]"), await pictureOf(page, "ticket.png"));
  await expect(dialog).toContainText("ticket.png");
  await pressByKey(dialog.getByTestId("outcome-confirm"));
  await desk.expectToast("Outcome entered.");
  await expect(dialog).toHaveCount(0);
  await expectFocusIn(outcome);
  await expect(outcome.getByTestId("outcome-file")).toHaveText("Download ticket.png");
  await expect(page.getByTestId("outcome-mark")).toContainText("Entered by Rae Reviewer");
  expect((await readStatus(stack, intent.paymentIntentId)).status).toBe("failed");
  await expectResponsive(desk, "entered", info);

  await adjustable.advanceClock(2 * hourMs);
  await page.reload();
  await outcome.getByTestId("outcome-look-up").click();
  const alarm = page.getByTestId("outcome-alarm");
  await expect(alarm).toContainText("The processor says that the card was charged");
  await expect(outcome.getByTestId("outcome-answer")).not.toContainText("is a success");
  await expectResponsive(desk, "alarm", info);

  await desk.enter("home");
  await expect(page.getByTestId("work-outcomes")).toBeVisible();
  await expectResponsive(desk, "home", info);
  await page.getByTestId("work-outcomes").getByRole("link").click();
  await expect(page.getByTestId("waiting-outcomes")).toContainText("The processor disagrees");
  await expectResponsive(desk, "waiting", info);
  await page.getByTestId("waiting-outcomes").getByRole("link").click();

  await alarm.getByTestId("outcome-resolve").click();
  const resolving = page.getByTestId("outcome-resolve-dialog");
  await expect(resolving.getByLabel("What happened")).toHaveValue("accept");
  await expectResponsive(desk, "resolve-dialog", info);
  await resolving.getByLabel("How you know").fill("The statement of the day has the charge");
  await resolving.getByTestId("outcome-resolve-confirm").click();
  await desk.expectToast("Resolved.");
  await expect(alarm).toContainText("Resolved by Rae Reviewer");
  expect((await readStatus(stack, intent.paymentIntentId)).status).toBe("success");
  await expectResponsive(desk, "resolved", info);
});

test("a look-up that finds the outcome says so, and a hanging refund can be looked up and entered", async ({
  page,
  adjustable,
}, info) => {
  test.setTimeout(240_000);
  const stack = await newOperator(adjustable, { paymentMethodTypes: ["card"] });
  const payer = await createPayer(stack);
  const paid = await createIntent(stack, payer);
  await submitPayment(stack, paid, findCard("refund_pending_forever").number, freshId("key"));
  const { refundId } = await call<Refund>(
    stack,
    "POST",
    `/v1/payment-intents/${paid.paymentIntentId}/refunds`,
    { externalRefundId: freshId("refund") },
  );
  const desk = await signedIn(page, stack, "admin", "Ada Admin");
  await desk.open(`/payments/${paid.paymentIntentId}`);
  const refund = page.getByTestId("refund");
  await refund.getByTestId("outcome-look-up").click();
  await expect(refund.getByTestId("outcome-answer")).toContainText(
    "The processor is still working on it. No outcome yet.",
  );
  await expectResponsive(desk, "refund", info);
  await adjustable.advanceClock(6 * 24 * hourMs);
  await page.reload();
  await refund.getByTestId("outcome-look-up").click();
  await refund.getByTestId("outcome-enter").click();
  const dialog = page.getByTestId("outcome-dialog");
  await dialog.getByLabel("What happened").selectOption("success");
  await dialog.getByLabel("How you know").fill("The statement has it");
  await dialog.getByTestId("outcome-confirm").click();
  await expect(dialog.getByLabel("Processor's ID of the refund")).toBeFocused();
  await expectResponsive(desk, "refund-dialog", info);
  await page.keyboard.type("re_statement_4711");
  await page.keyboard.press("Enter");
  await desk.expectToast("Outcome entered.");
  await expect(page.getByTestId("outcome-mark")).toContainText("The money was returned");
  const { status } = await call<Refund>(stack, "GET", `/v1/refunds/${refundId}`);
  expect(status).toBe("success");
  await expectResponsive(desk, "refund-entered", info);
});
