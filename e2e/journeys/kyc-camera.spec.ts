import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KycHostPage } from "../pages/kyc-host-page.ts";
import { cameraLaunch, filmLicense } from "../stack/camera-film.ts";
import {
  createKycCustomer,
  fetchSpecimen,
  readKycInfo,
  uniqueName,
} from "../stack/kyc-customers.ts";
import { expect, test } from "./journey.ts";

const person = { firstName: "Ada", lastName: uniqueName(), dateOfBirth: "1990-12-10" };
/** The video must exist before the browser starts. The browser opens it when a page requests the camera. */
const film = join(tmpdir(), `tessera-film-${process.pid}.y4m`);

test.beforeAll(() => filmLicense(person, film));
test.afterAll(() => rmSync(film, { force: true }));
test.describe.configure({ timeout: 300_000 });
test.use({ launchOptions: cameraLaunch(film), viewport: { width: 360, height: 760 } });

test.describe("allowed", () => {
  // This replaces the configuration's permissions, so it repeats them.
  test.use({ permissions: ["local-network-access", "camera"] });

  test("a license is captured by camera, and the back automatically when its barcode is readable", async ({
    page,
    stack,
  }) => {
    const customer = await createKycCustomer(stack, [], person);
    const { clientSecret } = await readKycInfo(stack, customer);
    const { widget } = await KycHostPage.open(page, stack, { clientSecret });
    await widget.agree("drivers_license");
    await widget.at("kyc-use-camera").click();
    const ask = widget.at("kyc-camera-allow");
    const shutter = widget.at("kyc-shutter");
    await expect(ask.or(shutter)).toBeVisible();
    if (await ask.isVisible()) {
      await widget.expectAccessible("camera, before the permission request");
      await ask.click();
    }
    await expect(shutter).not.toHaveAttribute("aria-disabled");
    await widget.expectAccessible("camera");
    await shutter.click();
    await expect(widget.title("Check the front")).toBeVisible();
    await widget.use();
    await expect(widget.title("Take a picture of the back")).toBeVisible();
    await widget.at("kyc-use-camera").click();
    // Nobody presses the shutter: the frame with the readable barcode becomes the picture.
    await expect(widget.title("Check the back")).toBeVisible();
    await expect(widget.at("kyc-barcode-readable")).toBeVisible();
    await widget.use();
    await widget.expectResult("verified");
  });
});

test("a blocked camera shows how to allow it, and a file works as well", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { clientSecret } = await readKycInfo(stack, customer);
  const { widget } = await KycHostPage.open(page, stack, {
    clientSecret,
    documentType: "drivers_license",
  });
  await widget.agree();
  await widget.at("kyc-use-camera").click();
  const ask = widget.at("kyc-camera-allow");
  const denied = widget.at("kyc-camera-denied");
  await expect(ask.or(denied)).toBeVisible();
  if (await ask.isVisible()) await ask.click();
  await expect(denied).toBeVisible();
  await widget.expectAccessible("camera denied");
  await widget.at("kyc-file-input").setInputFiles(await fetchSpecimen(stack, customer, "front"));
  await expect(widget.title("Check the front")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(widget.at("kyc-side")).toBeVisible();
});
