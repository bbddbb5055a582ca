import type { Locator, Page } from "@playwright/test";
import { DataStep } from "../pages/data-step.ts";
import { KycWidget } from "../pages/kyc-widget.ts";
import { W9Page } from "../pages/w9-page.ts";
import { WinningsPage } from "../pages/winnings-page.ts";
import { createKycCustomer, readKycInfo } from "../stack/kyc-customers.ts";
import { createPayee } from "../stack/w9-api.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 480 } });

/**
 * Scrolls a button to the top of the window, so that everything above it is out of view. Makes the page long enough
 * to stay there when the content changes.
 */
async function scrollTo(page: Page, button: Locator): Promise<void> {
  await page.evaluate(() => {
    document.body.style.minHeight = "6000px";
  });
  await button.evaluate((element) => element.scrollIntoView({ block: "start" }));
}

test("the payout widget scrolls a new step's heading into view", async ({ page, stack }) => {
  const winnings = new WinningsPage(page, stack);
  await winnings.open();
  await winnings.collect("full-house");
  const data = new DataStep(winnings.widget.frame);
  await data.title.waitFor();
  await data.firstName.fill("Grace");
  await data.lastName.fill("Hopper");
  await data.dateOfBirth.fill("12/09/1988");
  for (const [part, text] of [
    ["line1", "1 Main Street"],
    ["city", "Reno"],
    ["postalCode", "89501"],
  ]) {
    await winnings.widget.at(`field-address-${part}`).fill(text ?? "");
  }
  await winnings.widget.at("field-address-state").selectOption("NV");
  await scrollTo(page, data.continueButton);
  await expect(data.title).not.toBeInViewport();
  await data.continueButton.click();
  const heading = winnings.widget.at("step-sms-number").getByRole("heading", { level: 1 });
  await expect(heading).toBeInViewport({ ratio: 0.95 });
});

test("the identity page scrolls a new step's heading into view", async ({ page, stack }) => {
  const { links } = await readKycInfo(stack, await createKycCustomer(stack));
  await page.goto(links.passport.url);
  const kyc = KycWidget.onPage(page);
  await kyc.at("kyc-consent").check();
  await scrollTo(page, kyc.at("kyc-go-on"));
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport();
  await kyc.at("kyc-go-on").click();
  const heading = kyc.at("kyc-side").getByRole("heading", { level: 1 });
  await expect(heading).toBeInViewport({ ratio: 0.95 });
});

test("the W-9's window scrolls a new step's heading into view", async ({ page, stack }) => {
  await page.goto((await createPayee(stack)).widgetUrl);
  const w9 = new W9Page(page);
  await w9.find("usPerson-yes").check();
  await scrollTo(page, w9.find("w9-go-on"));
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport();
  await w9.continue();
  const heading = w9.find("w9-step-number").getByRole("heading", { level: 1 });
  await expect(heading).toBeInViewport({ ratio: 0.95 });
});
