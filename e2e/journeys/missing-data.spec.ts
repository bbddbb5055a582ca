import { HostPage } from "../pages/host-page.ts";
import { call, createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

interface StoredCustomer {
  data: { firstName: string | null; lastName: string | null; dateOfBirth: string | null };
}

const dataOf = async (stack: StackAddresses, externalCustomerId: string) =>
  (await call<StoredCustomer>(stack, "GET", `/v1/customers/${externalCustomerId}`)).data;

test("a first payment that requires verification asks only for missing data, and stores it", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { verifyOnFirstPayment: true });
  const payer = await createPayer(stack);
  const { clientSecretKey } = await createIntent(stack, payer);
  const { widget } = await HostPage.open(page, stack, { clientSecretKey });
  const step = widget.dataStep;

  await expect(step.title).toBeVisible();
  await expect(widget.number).toBeHidden();
  await expect(widget.frame.getByLabel("Street address")).toHaveCount(0);
  await widget.expectAccessible("missing data");

  await step.firstName.fill("Ada");
  await step.continueButton.click();
  await expect(step.lastName).toBeFocused();
  await expect(widget.text("Enter your last name.")).toBeVisible();
  await expect(widget.text("Enter your date of birth.")).toBeVisible();
  await widget.expectAccessible("missing data, refused");
  expect(await dataOf(stack, payer)).toMatchObject({ firstName: null });

  await step.lastName.fill("Lovelace");
  await step.dateOfBirth.fill("12/10/1990");
  await step.continueButton.click();
  await expect(step.title).toBeHidden();
  expect(await dataOf(stack, payer)).toMatchObject({
    firstName: "Ada",
    lastName: "Lovelace",
    dateOfBirth: "1990-12-10",
  });
});

test("the step does not ask for known data, and keeps the typed values when a response is lost", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { verifyOnFirstPayment: true });
  const externalCustomerId = freshId("customer");
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: { email: `${externalCustomerId}@example.com`, firstName: "Ada", lastName: "Lovelace" },
  });
  const { clientSecretKey } = await createIntent(stack, externalCustomerId);
  const { widget } = await HostPage.open(page, stack, { clientSecretKey, locale: "es" });
  const step = widget.dataStep;

  await expect(step.dateOfBirth).toBeVisible();
  await expect(step.firstName).toHaveCount(0);
  await widget.expectAccessible("missing data in Spanish");
  await page.route("**/v1/client/customer-data", (route) => route.abort());
  await step.dateOfBirth.fill("1990-12-10");
  await step.continueButton.click();
  await expect(step.problem).toBeVisible();
  await expect(step.dateOfBirth).not.toHaveValue("");

  await page.unroute("**/v1/client/customer-data");
  await step.continueButton.click();
  await expect(step.dateOfBirth).toBeHidden();
  expect(await dataOf(stack, externalCustomerId)).toMatchObject({ dateOfBirth: "1990-12-10" });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the step fits and can be completed by keyboard alone", async ({ page, stack: shared }) => {
    const stack = await newOperator(shared, { verifyOnFirstPayment: true });
    const payer = await createPayer(stack);
    const { clientSecretKey } = await createIntent(stack, payer);
    const { widget } = await HostPage.open(page, stack, { clientSecretKey });
    const step = widget.dataStep;
    await step.firstName.focus();
    await page.keyboard.type("Grace");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Hopper");
    await page.keyboard.press("Tab");
    await page.keyboard.type("12091986");
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflowPx).toBe(0);
    await page.keyboard.press("Enter");
    await expect(step.title).toBeHidden();
    expect(await dataOf(stack, payer)).toMatchObject({ dateOfBirth: "1986-12-09" });
  });
});
