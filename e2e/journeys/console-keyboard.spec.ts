/** Staff answer banks and enter outcomes at a phone's width, by keyboard alone. */
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import {
  chooseByKey,
  expectFocusIn,
  openTwice,
  pictureOf,
  pressByKey,
  tabTo,
  typeInto,
} from "../pages/keyboard.ts";
import { submitDebit, submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator, operatorCommand } from "../stack/operator-commands.ts";
import {
  createPayout,
  createWinner,
  decidePayout,
  noRequirements,
  readPayout,
  requestByCard,
} from "../stack/payout-api.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });
const dayMs = 24 * 60 * 60_000;

test("staff open a bank's inquiry, record the answer, and answer a dispute with evidence", async ({
  page,
  stack: shared,
}) => {
  test.setTimeout(180_000);
  const stack = await newOperator(shared, { paymentMethodTypes: ["card", "bank"] });
  const payer = await createPayer(stack);
  const debited = await createIntent(stack, payer);
  await submitDebit(stack, debited, `00098765${Date.now() % 10_000}`);
  await operatorCommand(stack, "ach", "close");
  const paid = await createIntent(stack, payer);
  const { number } = findCard("dispute_not_received");
  await submitPayment(stack, paid, number, freshId("key"));

  const desk = await signedIn(page, stack, "reviewer", "Rae Reviewer");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await desk.open(`/payments/${debited.paymentIntentId}`);
  const opening = page.getByTestId("inquiry-dialog");
  await openTwice(page.getByTestId("open-inquiry"), opening);
  await tabTo(opening.getByLabel("Bank’s deadline"));
  // Fills in month, day, year, hour and minute.
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  await page.keyboard.type(day.replace(/^(\d+)-(\d+)-(\d+)$/, "$2$3$1"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("0930AM");
  await expect(opening.getByLabel("Bank’s deadline")).toHaveValue(`${day}T09:30`);
  const reference = opening.getByLabel("Bank’s reference");
  await typeInto(reference, "REQ#4711");
  await page.keyboard.press("Enter");
  await expect(reference).toBeFocused();
  await expect(reference).toHaveAttribute("aria-invalid", "true");
  await desk.expectFits();
  await desk.expectAccessible("opening an inquiry");
  await typeInto(reference, "REQ-4711");
  await page.keyboard.press("Enter");
  await desk.expectToast("Inquiry opened");
  await expectFocusIn(page.getByTestId("bank-inquiry"));

  await pressByKey(page.getByTestId("payment-dispute").getByRole("link"));
  const answering = page.getByTestId("record-answer-dialog");
  await openTwice(page.getByTestId("record-answer"), answering);
  await desk.expectFits();
  await desk.expectAccessible("recording an answer");
  await typeInto(answering.getByLabel("Note"), "Sent the mandate by fax");
  await page.keyboard.press("Enter");
  await desk.expectToast("recorded");
  await expect(answering).toHaveCount(0);
  await expectFocusIn(page.getByTestId("bank-inquiry-answer"));

  let disputeId = "";
  await expect(async () => {
    const { data } = await call<{ data: { disputeId: string; stage: string }[] }>(
      stack,
      "GET",
      "/v1/disputes",
    );
    disputeId = data.find(({ stage }) => stage === "chargeback")?.disputeId ?? "";
    expect(disputeId).not.toBe("");
  }).toPass({ timeout: 60_000 });
  await desk.open(`/disputes/${disputeId}`);
  const form = page.getByTestId("evidence-form");
  await typeInto(form.getByLabel("Tracking number"), "1Z999AA10123456784");
  await typeInto(form.getByLabel("Explanation"), "Delivered on time: winning_evidence");
  const proof = form.locator("input[type=file]").first();
  await chooseByKey(proof, await pictureOf(page, "proof.png"));
  await expect(form).toContainText("proof.png");
  await desk.expectFits();
  await desk.expectAccessible("evidence with a file");
  const save = page.getByTestId("evidence-save");
  await pressByKey(save);
  await desk.expectToast("Evidence saved.");
  await expect(form).toContainText("proof.png");
  await expect(save).toBeFocused();
  const submit = page.getByTestId("evidence-submit");
  await openTwice(submit, page.getByTestId("ask"));
  await desk.expectAccessible("asking before evidence is sent");
  await pressByKey(page.getByTestId("ask-yes"));
  await desk.expectToast("Evidence submitted.");
  await expectFocusIn(page.getByTestId("dispute-answer"));
});

test("staff look a payout up and enter its outcome with a file", async ({ page, adjustable }) => {
  test.setTimeout(180_000);
  const stack = await newOperator(adjustable, noRequirements);
  const payout = await createPayout(stack, await createWinner(stack));
  await requestByCard(stack, payout, findCard("pending_forever").number, 85);
  await decidePayout(stack, payout, true);

  const desk = await signedIn(page, stack, "reviewer", "Rae Reviewer");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await adjustable.advanceClock(6 * dayMs);
  await desk.open(`/payouts/${payout.disbursementIntentId}`);
  const panel = page.getByTestId("payout-outcome");
  const lookUp = panel.getByTestId("outcome-look-up");
  await pressByKey(lookUp);
  await expect(panel.getByTestId("outcome-answer")).toContainText("No outcome yet");
  await expect(lookUp).toBeFocused();
  await desk.expectFits();
  await desk.expectAccessible("a payout without an outcome");

  const dialog = page.getByTestId("outcome-dialog");
  await openTwice(panel.getByTestId("outcome-enter"), dialog);
  await tabTo(dialog.getByLabel("What happened"));
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByLabel("What happened")).toHaveValue("success");
  await typeInto(dialog.getByLabel("How you know"), "The portal shows it");
  await chooseByKey(dialog.locator("input[type=file]"), await pictureOf(page, "portal.png"));
  await expect(dialog).toContainText("portal.png");
  await pressByKey(dialog.getByTestId("outcome-confirm"));
  const reference = dialog.getByLabel("Processor's ID of the payout");
  await expect(reference).toBeFocused();
  await desk.expectFits();
  await desk.expectAccessible("entering a payout's outcome");
  await page.keyboard.type("po_statement_4711");
  await page.keyboard.press("Enter");
  await desk.expectToast("Outcome entered.");
  await expect(panel.getByTestId("outcome-mark")).toContainText("Entered by Rae Reviewer");
  await expectFocusIn(panel);
  await tabTo(panel.getByTestId("outcome-file"));
  await desk.expectAccessible("a payout whose outcome was entered");
  expect((await readPayout(stack, payout)).status).toBe("success");
});
