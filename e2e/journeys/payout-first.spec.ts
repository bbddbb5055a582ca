import { DataStep } from "../pages/data-step.ts";
import { KycWidget } from "../pages/kyc-widget.ts";
import { W9Page } from "../pages/w9-page.ts";
import { WinningsPage } from "../pages/winnings-page.ts";
import { fetchSpecimen } from "../stack/kyc-customers.ts";
import { codeSentTo } from "../stack/payout-api.ts";
import { expect, test } from "./journey.ts";

test("a new customer collects winnings through every step, and the operator approves", async ({
  page,
  stack,
}) => {
  test.setTimeout(240_000);
  const winnings = new WinningsPage(page, stack);
  const { widget } = winnings;
  const stamp = Date.now();
  const person = {
    externalCustomerId: "",
    firstName: "Grace",
    lastName: `Q${[...String(stamp)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`,
    dateOfBirth: "1988-12-09",
  };
  const phoneNumber = `+1415${String(2_000_000 + (stamp % 7_000_000))}`;
  await winnings.open();
  await winnings.expectAccessible("list of winnings");
  const heights = await winnings.watchHeights();
  await winnings.collect("full-house");
  await expect(widget.amount).toContainText("$1,250.00");

  const data = new DataStep(widget.frame);
  await expect(widget.currentStep()).toHaveText("About you");
  await expect(data.title).toBeVisible();
  // The widget's height only grew while it loaded.
  const seen = await heights();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  await widget.expectAccessible("about you");
  await winnings.expectAccessible("payout");
  await data.firstName.fill(person.firstName);
  await data.lastName.fill(person.lastName);
  await data.dateOfBirth.fill("12/09/1988");
  const address = {
    line1: "1 Main Street",
    city: "Reno",
    postalCode: "89501",
  };
  for (const [part, text] of Object.entries(address)) {
    await widget.at(`field-address-${part}`).fill(text);
  }
  await widget.at("field-address-state").selectOption("NV");
  await data.continueButton.click();

  await expect(widget.currentStep()).toHaveText("Mobile number");
  await expect(widget.at("step-sms-number")).toBeVisible();
  await widget.expectAccessible("mobile number");
  await widget.at("field-phone").fill(phoneNumber);
  await widget.at("step-sms-number").getByTestId("step-go-on").click();
  await expect(widget.at("field-code")).toBeVisible();
  await widget.at("field-code").fill(await codeSentTo(stack, phoneNumber));
  // The sixth digit submits the code.

  await expect(widget.currentStep()).toHaveText("Identity");
  const kyc = KycWidget.inFrame(page, "disbursement");
  await kyc.at("kyc-choose").waitFor();
  await widget.expectAccessible("identity");
  await kyc.agree("passport");
  await kyc.send(await fetchSpecimen(stack, person, "photo_page"));

  await expect(widget.at("w9-step")).toBeVisible({ timeout: 180_000 });
  await expect(widget.currentStep()).toHaveText("Tax form");
  await widget.at("w9-here").click();
  const w9 = new W9Page(widget.frame);
  await w9.giveUsualAnswers();
  await expect(widget.at("w9-later")).toBeVisible();
  await w9.sign(`${person.firstName} ${person.lastName}`);
  await expect(widget.at("w9-signed")).toBeVisible();
  await expect(widget.at("w9-later")).toBeHidden();
  await w9.close();

  // The next step is the payout method. A reload returns to it.
  await expect(widget.currentStep()).toHaveText("Payout method");
  await page.reload();
  await widget.fillBank();
  await widget.request();
  await expect(widget.step("waiting")).toBeVisible();
  await expect(winnings.outcome).toHaveText("We received your request.");

  await winnings.approve.click();
  await expect(widget.step("success")).toBeVisible({ timeout: 90_000 });
  await expect(winnings.outcome).toHaveText("Enjoy your winnings!");
  await expect
    .poll(async () =>
      (await winnings.webhookEvents()).filter((webhookEvent) => webhookEvent.startsWith("disb")),
    )
    .toEqual([
      "disbursement created",
      "disbursement pending-validation",
      "disbursement approved",
      "disbursement success",
    ]);
  const events = await winnings.webhookEvents();
  expect(events).toContain("customer_w9_completed completed");
  await expect(page.getByTestId("w9-ending")).toHaveText("We received your signed tax form.");
  expect(events).toContain("kyc_verification verified");
  await winnings.expectAccessible("paid out");

  // The next payout requires nothing more.
  await winnings.open();
  await winnings.collect("corner");
  await expect(widget.frame.getByRole("radio", { name: /•••• 6789/ })).toBeChecked();
});
