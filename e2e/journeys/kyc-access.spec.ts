import { HostPage } from "../pages/host-page.ts";
import { KycWidget } from "../pages/kyc-widget.ts";
import { createKycCustomer, fetchSpecimen, readKycInfo } from "../stack/kyc-customers.ts";
import { createIntent } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test.describe.configure({ timeout: 300_000 });

test("a customer chooses a document, consents, picks a file and continues on the phone by keyboard alone", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  // Listen early: Playwright must intercept the file dialog before a key opens it.
  const chooser = page.waitForEvent("filechooser", { timeout: 120_000 });
  await page.goto(links.driversLicense.url);
  const widget = KycWidget.onPage(page);
  await widget.at("kyc-choose").waitFor();
  const { keyboard } = page;
  // The form is submitted too early: the missing consent gets the focus and an error.
  await widget.at("kyc-go-on").focus();
  await keyboard.press("Enter");
  await expect(widget.at("kyc-consent")).toBeFocused();
  await expect(widget.at("kyc-consent-error")).toBeVisible();
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await expect(widget.title("Take a picture of the front")).toBeFocused();
  await keyboard.press("Tab");
  await expect(widget.at("kyc-use-camera")).toBeFocused();
  await keyboard.press("Tab");
  await expect(widget.at("kyc-file")).toBeFocused();
  await keyboard.press("Enter");
  await (await chooser).setFiles(await fetchSpecimen(stack, customer, "front"));
  await expect(widget.title("Check the front")).toBeFocused();
  await keyboard.press("Escape");
  await expect(widget.title("Take a picture of the front")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(widget.at("kyc-use-phone")).toBeFocused();
  await keyboard.press("Enter");
  await expect(widget.title("Continue on your phone")).toBeFocused();
  await keyboard.press("Escape");
  await expect(widget.title("Take a picture of the front")).toBeFocused();
});

test("the identity page fits 360 px, from right to left and at 200 % text size", async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  await page.goto(links.driversLicense.url);
  const widget = KycWidget.onPage(page);
  const expectFits = async (step: string) => {
    for (const [dir, zoom] of [
      ["rtl", 100],
      ["ltr", 200],
    ] as const) {
      const overflowPx = await page.evaluate(
        ([direction, percent]) => {
          const root = document.documentElement;
          root.dir = direction;
          root.style.fontSize = `${percent}%`;
          return root.scrollWidth - root.clientWidth;
        },
        [dir, zoom] as const,
      );
      expect(overflowPx, `${step}, ${dir}, ${zoom} %`).toBeLessThanOrEqual(0);
    }
  };
  await widget.at("kyc-choose").waitFor();
  await expectFits("choose");
  await widget.agree();
  await widget.choose(await fetchSpecimen(stack, customer, "front"));
  await widget.at("kyc-review").waitFor();
  await expectFits("review");
  await widget.use();
  await expect(widget.title("Take a picture of the back")).toBeVisible();
  await widget.at("kyc-use-phone").click();
  await expect(widget.at("kyc-qr")).toBeVisible();
  await expectFits("handoff");
  await widget.expectAccessible("handoff, at 200 % text size");
});

test("a first payment that requires verification shows the same steps, then asks for the card", async ({
  page,
  stack: shared,
}) => {
  const stack = { ...shared, ...(await newOperator(shared, { verifyOnFirstPayment: true })) };
  const customer = await createKycCustomer(stack);
  const { clientSecretKey } = await createIntent(stack, customer.externalCustomerId);
  const host = await HostPage.open(page, stack, { clientSecretKey });
  const widget = KycWidget.inFrame(page, "payment");
  await widget.agree("drivers_license");
  await widget.send(await fetchSpecimen(stack, customer, "front"));
  await expect(widget.title("Take a picture of the back")).toBeVisible();
  await widget.expectAccessible("inside a payment");
  await widget.send(await fetchSpecimen(stack, customer, "back"));
  await host.widget.number.waitFor({ timeout: 180_000 });
  await host.widget.payWith("4242424242424242");
  expect(await host.event("complete")).toMatchObject({ type: "success" });
});
