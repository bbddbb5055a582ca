import { KycHostPage } from "../pages/kyc-host-page.ts";
import { KycWidget } from "../pages/kyc-widget.ts";
import { createKycCustomer, fetchSpecimen, readKycInfo } from "../stack/kyc-customers.ts";
import { expect, test } from "./journey.ts";

test.describe.configure({ timeout: 300_000 });

test("a license uploaded as files is verified, with a result for each field", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { clientSecret } = await readKycInfo(stack, customer);
  const host = await KycHostPage.open(page, stack, { clientSecret });
  const { widget } = host;
  await host.event("ready");
  await widget.at("kyc-choose").waitFor();
  await widget.expectAccessible("choose");
  await widget.agree("drivers_license");
  await widget.at("kyc-side").waitFor();
  await widget.expectAccessible("side");
  await widget.choose(await fetchSpecimen(stack, customer, "front"));
  await widget.at("kyc-review").waitFor();
  await widget.expectAccessible("review");
  await widget.use();
  await expect(widget.title("Take a picture of the back")).toBeVisible();
  await widget.choose(await fetchSpecimen(stack, customer, "back"));
  await expect(widget.at("kyc-barcode-readable")).toBeVisible();
  await widget.use();
  await widget.expectResult("verified");
  await widget.expectAccessible("verified");
  await expect(widget.at("kyc-check-date_of_birth")).toHaveAttribute("data-result", "passed");
  expect(await host.event("complete")).toMatchObject({
    type: "success",
    status: "verified",
    documentType: "drivers_license",
  });
  const after = await readKycInfo(stack, customer);
  expect(after.status).toBe("verified");
});

test("the hosted page verifies a passport", async ({ page, stack }) => {
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  await page.goto(links.passport.url);
  const widget = KycWidget.onPage(page);
  await widget.agree();
  await widget.send(await fetchSpecimen(stack, customer, "photo_page"));
  await widget.expectResult("verified");
});

test("the demo shop's identity page asks for missing customer data, then for the document", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/identity`);
  const widget = KycWidget.inFrame(page);
  await expect(widget.at("step-customer-data")).toBeVisible();
  await widget.at("field-firstName").fill("Ada");
  await widget.at("field-lastName").fill("Lovelace");
  await widget.at("field-dateOfBirth").fill("12/10/1990");
  await widget.at("step-go-on").click();
  await expect(widget.title("Verify your identity")).toBeVisible();
});
