import { HostPage } from "../pages/host-page.ts";
import { PayoutWidget } from "../pages/payout-widget.ts";
import { W9Page } from "../pages/w9-page.ts";
import { newOperator } from "../stack/operator-commands.ts";
import {
  createPayout,
  createWinner,
  decidePayout,
  janeDoe,
  noRequirements,
  readPayout,
} from "../stack/payout-api.ts";
import { expect, test } from "./journey.ts";

test("a postponed W-9 blocks only the approval and can be signed while the payout waits", async ({
  page,
  stack,
}) => {
  const operator = await newOperator(stack, { ...noRequirements, w9Policy: "every" });
  const payout = await createPayout(operator, await createWinner(operator, janeDoe));
  const host = await HostPage.open(page, operator, {
    clientSecretKey: payout.clientSecretKey,
    publishableKey: operator.operator.publishableKey,
    elements: "Disbursement",
  });
  const widget = new PayoutWidget(page);
  await host.event("ready");
  await expect(widget.at("w9-step")).toBeVisible();
  await expect(widget.currentStep()).toHaveText("Tax form");
  await widget.expectAccessible("tax form as a step");
  await widget.at("w9-later").click();
  await widget.fillBank();
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  await expect(widget.at("w9-notice")).toBeVisible();
  await widget.expectAccessible("waiting for the tax form");

  await expect(decidePayout(operator, payout, true)).rejects.toThrow("w9_not_completed");
  expect((await readPayout(operator, payout)).status).toBe("pending-validation");

  await widget.at("w9-here").click();
  const w9 = new W9Page(widget.frame);
  await w9.giveUsualAnswers();
  await w9.sign();
  await expect(w9.find("w9-signed")).toBeVisible();
  await w9.close();
  await expect(widget.at("w9-notice")).toHaveCount(0);
  await expect(widget.step("waiting")).toBeVisible();

  await decidePayout(operator, payout, true);
  await expect(widget.step("success")).toBeVisible({ timeout: 90_000 });
});

test("the yearly total announces its requirement early, and backup withholding shows the net amount", async ({
  page,
  stack,
}) => {
  const operator = await newOperator(stack, { ...noRequirements, w9Policy: "every" });
  const winner = await createWinner(operator, janeDoe);
  const open = async (amount: number) => {
    const { clientSecretKey } = await createPayout(operator, winner, { amount });
    const { publishableKey } = operator.operator;
    await HostPage.open(page, operator, {
      clientSecretKey,
      publishableKey,
      elements: "Disbursement",
    });
    return new PayoutWidget(page);
  };
  const large = await open(2400);
  await expect(large.amount).toContainText("$2,400.00");
  await expect(large.at("year-notice")).toContainText("you reach $2,400.00");
  await expect(large.currentStep()).toHaveText("Identity");
  await large.expectAccessible("requirement of the yearly total");

  const small = await open(85);
  await small.at("w9-here").click();
  const w9 = new W9Page(small.frame);
  await w9.giveUsualAnswers({ withholding: "yes" });
  await w9.sign();
  await w9.close();
  await expect(small.amount).toContainText("$64.60");
  await expect(small.at("withheld")).toContainText("Federal tax withheld (24%)");
  await small.expectAccessible("tax withheld");
  await small.fillBank();
  await small.continueButton.click();
  await expect(small.confirm).toHaveText("Request $64.60");
});

test("the widget reports an expired intent, and submits the typed values with a fresh client secret", async ({
  page,
  adjustable,
}) => {
  const stack = await newOperator(adjustable, noRequirements);
  const winner = await createWinner(stack, janeDoe);
  const alone = await createPayout(stack, winner);
  const first = await createPayout(stack, winner);
  const elements = "Disbursement";
  const host = await HostPage.open(page, stack, {
    clientSecretKey: alone.clientSecretKey,
    elements,
  });
  await host.event("ready");
  const widget = new PayoutWidget(page);
  await widget.fillBank();
  await adjustable.advanceClock(2 * 60 * 60_000);
  await widget.request();
  await expect(widget.step("expired")).toContainText("has expired");
  await widget.expectAccessible("expired");

  const fresh = await createPayout(stack, winner);
  await HostPage.open(page, stack, {
    clientSecretKey: first.clientSecretKey,
    freshSecret: fresh.clientSecretKey,
    elements,
  });
  await widget.fillBank();
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  expect((await readPayout(stack, fresh)).status).toBe("pending-validation");
});
