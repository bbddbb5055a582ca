import { signedIn } from "../pages/console-page.ts";
import { newOperator } from "../stack/operator-commands.ts";
import {
  createPayout,
  createWinner,
  janeDoe,
  noRequirements,
  readPayout,
  requestByBank,
} from "../stack/payout-api.ts";
import { expect, test } from "./journey.ts";

/** A person on the sandbox's list of invented persons. */
const listed = {
  ...janeDoe,
  firstName: "Victor",
  lastName: "Zorenkoff",
  dateOfBirth: "1971-03-14",
};

// The service screens within a minute after a list arrives.
test.setTimeout(180_000);

test("a payout to a person who may be on the sanctions list is held until staff decide", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, noRequirements);
  const payouts = [];
  for (const amount of [85, 60]) {
    const winner = await createWinner(stack, listed);
    const payout = await createPayout(stack, winner, { amount });
    await requestByBank(stack, payout, amount);
    payouts.push(payout);
  }
  const [cleared, blocked] = payouts;
  if (!cleared || !blocked) throw new Error("two payouts were expected");

  const console = await signedIn(page, stack, "reviewer", "Rita Reviewer");
  await console.enter("approvals");
  await console.open("/approvals/sanctions");
  const cases = page.getByTestId("sanctions-case");
  await expect(cases).toHaveCount(2, { timeout: 90_000 });
  const first = cases.first();
  await expect(first).toContainText("ZORENKOFF");
  await expect(first.getByTestId("sanctions-why")).toContainText("Date of birth agrees");
  await console.expectAccessible("sanctions reviews");

  // The payout is held, and cannot be approved.
  await console.open(`/payouts/${cleared.disbursementIntentId}`);
  await expect(page.getByText("The customer may be on the sanctions list")).toBeVisible();
  await expect(page.getByTestId("approve-payout")).toHaveCount(0);
  await console.expectAccessible("a held payout");

  // Goes from the payout to its review, to the customer's held payouts, and back.
  await page.getByTestId("to-sanctions-review").click();
  await expect(cases).toHaveCount(1);
  await page.getByTestId("to-held-payouts").click();
  await expect(page.getByTestId("payout-list")).toContainText("On hold");
  await expect(page.getByRole("combobox", { name: "Hold" })).toHaveValue("held");
  await console.expectAccessible("held payouts");
  await page.getByRole("link", { name: /^Victor Zorenkoff/ }).click();
  await expect(page.getByTestId("held-by-review")).toBeVisible();

  // The oldest review is the first payout's.
  await console.open("/approvals/sanctions");
  await first.getByTestId("sanctions-clear").click();
  await expect(page.getByTestId("sanctions-dialog")).toBeVisible();
  await console.expectAccessible("clearing a sanctions match");
  await page.getByLabel("Reason", { exact: true }).fill("Another passport.");
  await page
    .getByTestId("sanctions-dialog")
    .getByRole("button", { name: "Not the same person" })
    .click();
  await console.expectToast("Released");
  await expect(cases).toHaveCount(1);

  await first.getByTestId("sanctions-confirm").click();
  await page.getByLabel("Reason", { exact: true }).fill("The same passport.");
  await page.getByTestId("sanctions-dialog").getByRole("button", { name: "Same person" }).click();
  await console.expectToast("Payouts blocked");
  await expect(page.getByTestId("no-sanctions-reviews")).toBeVisible();
  expect((await readPayout(stack, blocked)).status).toBe("rejected");
  expect((await readPayout(stack, cleared)).status).toBe("pending-validation");

  await page.getByTestId("sanctions-decided").click();
  await expect(cases).toHaveCount(2);
  await expect(cases.first()).toContainText("The same passport.");
});
