import type { Page } from "@playwright/test";
import { ConsolePage } from "../pages/console-page.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { inviteStaff } from "../stack/staff-api.ts";
import { totpCode } from "../stack/totp.ts";
import { expect, test } from "./journey.ts";

const password = "correct horse battery staple";

/** Adds a virtual security key with a PIN to the page's browser. */
async function addSecurityKey(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifiesUser: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    async count() {
      const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials[0]?.signCount ?? 0;
    },
  };
}

test("an admin adds a passkey, signs in with it after the password and without one, and removes it", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  const console = new ConsolePage(page, stack);
  const key = await addSecurityKey(page);
  const { url, email } = await inviteStaff(stack, "admin");
  await page.goto(url);
  await page.getByLabel("Your name").fill("Ada Admin");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = await page.locator(".enrol-manual code").innerText();
  await page.getByLabel("Six digits from the app").fill(totpCode(secret));
  await page.getByLabel("I have stored these codes").check();
  await page.getByRole("button", { name: "Go to the console" }).click();

  await console.enter("security");
  const panel = page.getByTestId("passkeys");
  await panel.getByLabel("Passkey name").fill("Work laptop");
  // The current code was used for enrolment, so this is the next one.
  await panel.getByLabel("Authenticator code").fill(totpCode(secret, Date.now() + 30_000));
  await expect(panel.getByRole("button", { name: "Remove Work laptop" })).toBeVisible();
  await expect(panel).toContainText("never used");
  await console.expectAccessible("passkeys");

  await page.getByTestId("sign-out").click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(console.heading).toHaveText("Your second factor");
  await console.expectAccessible("second factor with a passkey");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(console.heading).toHaveText("Home");

  await page.getByTestId("sign-out").click();
  await expect(console.heading).toHaveText("Sign in");
  await console.expectAccessible("sign-in with a passkey");
  const before = await key.count();
  await key.verifiesUser(false);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("No passkey was used");
  await key.verifiesUser(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(console.heading).toHaveText("Home");
  expect(await key.count()).toBeGreaterThan(before);

  await console.enter("security");
  await expect(panel).toContainText("last used");
  await panel.getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByTestId("ask-yes").click();
  await console.expectToast("Passkey removed.");
  await expect(panel.getByRole("button", { name: "Remove Work laptop" })).toHaveCount(0);
  await page.getByTestId("sign-out").click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("not accepted");
  await expect(console.heading).toHaveText("Sign in");

  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByTestId("use-passkey")).toHaveCount(0);
  await expect(page.getByLabel("Authenticator code")).toBeVisible();
});
