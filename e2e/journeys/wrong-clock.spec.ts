import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { PayoutWidget } from "../pages/payout-widget.ts";
import { newOperator } from "../stack/operator-commands.ts";
import {
  codeSentTo,
  createPayout,
  createWinner,
  janeDoe,
  noRequirements,
} from "../stack/payout-api.ts";
import { expect, test } from "./journey.ts";

const twentyYearsAhead = () => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + 20 * 365 * 86_400_000;
};

test("a valid card pays on a device whose clock is twenty years ahead", async ({
  page,
  newIntent,
  openWidget,
}) => {
  await page.addInitScript(twentyYearsAhead);
  const { widget } = await openWidget(await newIntent());
  await widget.payWith(findCard("visa").number);
  await expect(widget.text("Payment complete")).toBeVisible();
});

test("a payout on a device whose clock is twenty years ahead counts down to the next code and accepts a valid card", async ({
  page,
  stack,
}) => {
  await page.addInitScript(twentyYearsAhead);
  const settings = { ...noRequirements, smsVerification: "every_payout" };
  const operator = await newOperator(stack, settings);
  // A number of its own: codes to one number are limited.
  const phoneNumber = `+1415${String(5_000_000 + (Date.now() % 4_000_000))}`;
  const payout = await createPayout(
    operator,
    await createWinner(operator, { ...janeDoe, phoneNumber }),
  );
  await HostPage.open(page, operator, {
    clientSecretKey: payout.clientSecretKey,
    publishableKey: operator.operator.publishableKey,
    elements: "Disbursement",
  });
  const widget = new PayoutWidget(page);
  await widget.at("step-go-on").click();
  await expect(widget.at("resend-code")).toHaveText(/ in 0:\d\d$/);
  await widget.at("field-code").fill(await codeSentTo(stack, phoneNumber));
  await widget.fillCard(findCard("visa").number);
  await widget.continueButton.click();
  await expect(widget.confirm).toBeVisible();
});
