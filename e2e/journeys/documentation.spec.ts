import { expectAccessible } from "../pages/accessibility.ts";
import { expect, test } from "./journey.ts";

for (const width of [360, 1280]) {
  test(`the documentation fits ${width} pixels and is accessible`, async ({ page, stack }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["", "/payments/cards"]) {
      await page.goto(`${stack.pay}/docs${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expectAccessible(page, undefined, `documentation ${path} at ${width}`);
      await page.getByRole("button", { name: "Dark mode" }).click();
      await expectAccessible(page, undefined, `documentation ${path} at ${width}, dark`);
      await page.getByRole("button", { name: "Light mode" }).click();
    }
  });
}

test("a reader finds a page by search, with the keyboard alone", async ({ page, stack }) => {
  await page.goto(`${stack.pay}/docs`);
  await page.keyboard.press("/");
  await page.keyboard.type("barred acc");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await expect(page.getByRole("option").first()).toContainText("Barred accounts");
  await expectAccessible(page, undefined, "search results in the documentation");
  await page.keyboard.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", "result-0");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/payments\/ach-debit#barred-accounts$/);
});

test("a reader copies an example", async ({ page, stack, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${stack.pay}/docs/quickstart`);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe("npm start");
});

test("a chosen theme stays on the next page", async ({ page, stack }) => {
  await page.goto(`${stack.pay}/docs`);
  await page.getByRole("button", { name: "Dark mode" }).click();
  await page.getByRole("link", { name: "Quickstart" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the API reference finds an operation and shows it in two languages", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.pay}/docs/api`);
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByLabel("Find an operation").fill("check-geolocation");
  await expect(contents.getByRole("status")).toHaveText("1 found");
  await expect(contents.getByRole("link")).toHaveCount(1);
  const operation = page.locator("#post--v1-operators-check-geolocation");
  await operation.getByText("Node.js").click();
  await expect(operation.getByText("await fetch(")).toBeVisible();
  await expect(operation.getByRole("button", { name: "Copy" })).toHaveCount(2);
});

test("programs read pages as Markdown and find them in llms.txt", async ({ request, stack }) => {
  const list = await (await request.get(`${stack.serviceUrl}/llms.txt`)).text();
  const [, path = ""] = /\((\/docs\/payments\/cards\.md)\)/.exec(list) ?? [];
  const page = await request.get(`${stack.serviceUrl}${path}`);
  expect(await page.text()).toMatch(/^# Cards and 3-D Secure\n/);
});
