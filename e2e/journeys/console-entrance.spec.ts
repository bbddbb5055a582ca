import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConsolePage, type StaffLogin } from "../pages/console-page.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { inviteStaff } from "../stack/staff-api.ts";
import { totpCode } from "../stack/totp.ts";
import { expect, test } from "./journey.ts";

/** The login that `npm start` prints, read from the data folder. */
function demoLogin(dataDir: string): StaffLogin {
  const file = JSON.parse(readFileSync(join(dataDir, "demo-operator.json"), "utf8"));
  return { name: "Demo Admin", ...file.console };
}

test("the demo's admin signs in with password and code, and signs out", async ({ page, stack }) => {
  const console = new ConsolePage(page, stack);
  const login = demoLogin(stack.dataDir);
  await console.open("/payments");
  await expect(console.heading).toHaveText("Sign in");
  await console.expectAccessible("sign-in");
  await page.getByLabel("E-mail").fill(login.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("The e-mail or password is wrong");
  await console.expectAccessible("sign-in refused");

  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(console.heading).toHaveText("Your second factor");
  await console.expectAccessible("second factor");
  const code = page.getByLabel("Authenticator code");
  await code.fill("000000");
  await expect(page.getByTestId("error-code")).toContainText("This code is wrong");
  await expect(code).toHaveValue("");
  await expect(code).toBeFocused();
  await console.expectAccessible("second factor refused");
  await page.getByLabel("Authenticator code").fill(totpCode(login.totpSecret));
  // The console shows the page that they opened first.
  await expect(console.heading).toHaveText("Payments");
  await console.expectAccessible("payments");

  await page.getByTestId("sign-out").click();
  await expect(console.heading).toHaveText("Sign in");
  await page.reload();
  await expect(console.heading).toHaveText("Sign in");
});

test("an invited staff member sets a password and a second factor, and a used link is refused", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  const console = new ConsolePage(page, stack);
  const { url, email } = await inviteStaff(stack, "viewer");
  await page.goto(url);
  await expect(console.heading).toContainText("Welcome to Another Operator");
  expect(page.url()).not.toContain("#");
  await console.expectAccessible("invitation");
  await page.getByLabel("Your name").fill("Vera Viewer");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(console.heading).toHaveText("Set up your second factor");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await console.expectAccessible("enrolment");
  const secret = await page.locator(".enrol-manual code").innerText();
  await page.getByLabel("Six digits from the app").fill(totpCode(secret));

  await expect(console.heading).toHaveText("Your recovery codes");
  await console.expectAccessible("recovery codes");
  const [recoveryCode = ""] = await page.locator(".recovery-codes code").allInnerTexts();
  await page.getByLabel("I have stored these codes").check();
  await page.getByRole("button", { name: "Go to the console" }).click();
  await expect(console.heading).toHaveText("Home");

  // A viewer can only read; the console says what the role does not include.
  await console.enter("reviews");
  await expect(page.getByTestId("look-only")).toBeVisible();
  await expect(page.getByTestId("nav-staff")).toHaveCount(0);
  await console.open("/audit");
  await expect(page.getByText("Your role does not include this")).toBeVisible();
  await console.expectAccessible("section of another role");
  await console.enter("security");
  await expect(page.getByTestId("sessions")).toContainText("This browser");
  await console.expectAccessible("security");

  await page.getByTestId("sign-out").click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(console.heading).toHaveText("Home");

  await page.goto("about:blank");
  await page.goto(url);
  await expect(page.getByText("This invitation can't be used")).toBeVisible();
  await console.expectAccessible("invitation used");
});
