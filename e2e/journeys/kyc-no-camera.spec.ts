import { KycHostPage } from "../pages/kyc-host-page.ts";
import { createKycCustomer, readKycInfo } from "../stack/kyc-customers.ts";
import { expect, test } from "./journey.ts";

test.use({ permissions: ["local-network-access", "camera"] });

test("on a device without a camera, the widget says so and shows the alternatives", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { clientSecret } = await readKycInfo(stack, customer);
  const { widget } = await KycHostPage.open(page, stack, { clientSecret });
  await widget.agree("passport");
  await widget.at("kyc-use-camera").click();
  const ask = widget.at("kyc-camera-allow");
  const absent = widget.at("kyc-camera-absent");
  await expect(ask.or(absent)).toBeVisible();
  if (await ask.isVisible()) await ask.click();
  await expect(absent).toBeVisible();
  await expect(widget.at("kyc-file")).toBeVisible();
  await widget.at("kyc-back").click();
  await expect(widget.at("kyc-use-phone")).toBeVisible();
});
