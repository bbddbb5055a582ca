import { signedIn } from "../pages/console-page.ts";
import { call } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { sendDocument } from "../stack/specimen-cases.ts";
import { expect, test } from "./journey.ts";

test("staff approve and reject by keyboard, and a second reviewer sees that the case is decided", async ({
  page,
  browser,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  const ada = await sendDocument(stack, "Ada", "Lovelace");
  const grace = await sendDocument(stack, "Grace", "Hopper");
  const first = await signedIn(page, stack, "reviewer", "Rita First");
  await first.enter("reviews");
  await expect(first.row("Ada Lovelace")).toContainText("The date of birth differs");
  await first.expectAccessible("queue");

  // Opens the oldest case, by keyboard alone.
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(first.heading).toHaveText("Ada Lovelace");
  await expect(first.heading).toBeFocused();
  const birth = page.getByTestId("field-dateOfBirth");
  await expect(birth).toContainText("Dec 10, 1990");
  await expect(birth).toContainText("Differs");
  const picture = page.getByAltText("Document, Front");
  await expect(picture).toBeVisible();
  const before = await picture.getAttribute("style");
  await page.keyboard.press("+");
  await page.keyboard.press(".");
  expect(await picture.getAttribute("style")).not.toBe(before);
  await page.keyboard.press("s");
  await expect(page.getByAltText("Document, Back")).toBeVisible();
  await first.expectAccessible("case");

  // A colleague sees who has claimed the case, and takes it over.
  const other = await browser.newContext();
  const second = await signedIn(await other.newPage(), stack, "reviewer", "Sam Second");
  await second.enter("reviews");
  await expect(second.row("Ada Lovelace")).toContainText("Rita First");
  await second.row("Ada Lovelace").getByRole("link").click();
  await expect(second.page.getByTestId("claimed")).toContainText("Rita First has this case open");
  await expect(second.page.getByTestId("approve")).toHaveCount(0);
  await second.expectAccessible("case of a colleague");
  await second.page.getByTestId("take-over").click();
  await second.page.getByTestId("reject").click();
  await second.page.getByLabel("Reason", { exact: true }).fill("Somebody else's document.");

  // The first reviewer decides too late.
  await page.keyboard.press("a");
  await page.getByLabel("Reason", { exact: true }).fill("Same person by eye.");
  await second.page.getByTestId("decision-confirm").click();
  await second.expectToast("Ada Lovelace: Rejected by staff");
  await page.getByTestId("decision-confirm").click();
  await expect(page.getByTestId("was-decided")).toContainText(
    "Sam Second has already decided: Rejected by staff",
  );
  await expect(page.getByTestId("was-decided")).toContainText("Somebody else's document.");
  await expect(page.getByTestId("approve")).toHaveCount(0);
  await first.expectAccessible("case decided by another");
  // After the decision the console opened the next case for the colleague, who leaves it.
  await expect(second.heading).toHaveText("Grace Hopper");
  await second.enter("reviews");
  await expect(second.row("Grace Hopper")).toBeVisible();

  await first.open("/reviews");
  await first.row("Grace Hopper").getByRole("link").click();
  await expect(first.heading).toHaveText("Grace Hopper");
  await expect(page.getByTestId("approve")).toBeVisible();
  await other.close();
  await page.keyboard.press("a");
  await first.expectAccessible("decision");
  await page.getByRole("button", { name: "Name and date of birth agree by eye." }).click();
  await page.keyboard.press("Control+Enter");
  await first.expectToast("You're all caught up.");
  await expect(first.heading).toHaveText("Identity reviews");
  await expect(page.getByTestId("reviews-empty")).toContainText("You're all caught up");

  const statusOf = async (id: string) =>
    (await call<{ kycStatus: string }>(stack, "GET", `/v1/customers/${id}`)).kycStatus;
  expect(await statusOf(ada.externalCustomerId)).toBe("rejected_manually");
  expect(await statusOf(grace.externalCustomerId)).toBe("verified_manually");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("a case can be decided, and every section fits", async ({ page, stack: shared }) => {
    const stack = await newOperator(shared, {});
    await sendDocument(stack, "Katherine", "Johnson");
    const console = await signedIn(page, stack, "admin", "Paula Phone");
    await console.enter("reviews");
    await console.row("Katherine Johnson").getByRole("link").tap();
    await expect(page.getByAltText("Document, Front")).toBeVisible();
    await console.expectFits();
    await console.expectAccessible("case at 360 px");
    await page.getByTestId("approve").tap();
    await page.getByLabel("Reason", { exact: true }).fill("Confirmed by phone.");
    await page.getByTestId("decision-confirm").tap();
    await expect(page.getByTestId("reviews-empty")).toContainText("You're all caught up");
    for (const section of ["customers", "payments", "deliveries", "settings", "staff", "audit"]) {
      await console.enter(section);
      await expect(console.heading).not.toHaveText("Identity reviews");
      await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
      await console.expectFits();
      await console.expectAccessible(`${section} at 360 px`);
    }
  });
});
