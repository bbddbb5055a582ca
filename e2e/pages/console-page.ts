import { expect, type Locator, type Page } from "@playwright/test";
import { startStaffSession } from "../stack/staff-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { totpCode } from "../stack/totp.ts";
import { expectAccessible } from "./accessibility.ts";

export interface StaffLogin {
  name: string;
  email: string;
  password: string;
  totpSecret: string;
}

export class ConsolePage {
  readonly heading: Locator;

  constructor(
    readonly page: Page,
    readonly stack: StackAddresses,
  ) {
    this.heading = page.getByRole("heading", { level: 1 });
  }

  async open(path = ""): Promise<void> {
    await this.page.goto(`${this.stack.pay}/console${path}`);
  }

  /** Opens a section from the navigation; on a phone from the menu. */
  async enter(section: string): Promise<void> {
    const menu = this.page.getByTestId("menu-button");
    const link = this.page.getByTestId(`nav-${section}`);
    // Neither exists before the console has rendered.
    await menu.or(link).filter({ visible: true }).first().waitFor();
    if (await menu.isVisible()) await menu.click();
    await link.click();
  }

  /** Completes both sign-in steps. The sixth digit submits the code. */
  async signIn(login: StaffLogin): Promise<void> {
    await this.page.getByLabel("E-mail").fill(login.email);
    await this.page.getByLabel("Password", { exact: true }).fill(login.password);
    await this.page.getByRole("button", { name: "Continue" }).click();
    await this.page.getByLabel("Authenticator code").fill(totpCode(login.totpSecret));
  }

  row(text: string): Locator {
    return this.page.getByRole("row").filter({ hasText: text });
  }

  async expectToast(words: string | RegExp): Promise<void> {
    await expect(this.page.getByTestId("toasts")).toContainText(words);
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, undefined, `console: ${state}`);
  }

  /** Expects that nothing is wider than the screen. */
  async expectFits(): Promise<void> {
    const overflowPx = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflowPx, "scrolls horizontally").toBeLessThanOrEqual(0);
  }
}

/**
 * Creates a staff member with this role through the console's API and signs this page in. For journeys that do not test
 * the sign-in.
 */
export async function signedIn(
  page: Page,
  stack: StackAddresses,
  role: string,
  name: string,
): Promise<ConsolePage> {
  const { cookies } = await startStaffSession(stack, role, name);
  await page.context().addCookies(
    [...cookies].map(([cookie, value]) => ({
      name: cookie,
      value,
      url: stack.pay,
      httpOnly: true,
      sameSite: "Strict" as const,
    })),
  );
  const consolePage = new ConsolePage(page, stack);
  await consolePage.open();
  return consolePage;
}
