import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";

/** The sandbox bank's pages, in the window or tab where the customer confirms. */
export class BankWindow {
  readonly logIn: Locator;
  readonly share: Locator;
  readonly refuse: Locator;
  readonly pay: Locator;

  constructor(readonly page: Page) {
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    this.logIn = button("Log in");
    this.share = button("Share this account");
    this.refuse = button("Refuse");
    this.pay = page.getByRole("button", { name: /^Pay \D*\d/ });
  }

  /** The bank's page if it replaced the operator's page in the same tab. */
  static async inPlaceOf(page: Page): Promise<BankWindow> {
    const bank = new BankWindow(page);
    await expect(bank.logIn).toBeVisible();
    return bank;
  }

  /** The window that `open` opens, by script or link. */
  static async openedBy(opener: Page, open: () => Promise<void>): Promise<BankWindow> {
    const [page] = await Promise.all([opener.context().waitForEvent("page"), open()]);
    const bank = new BankWindow(page);
    await expect(bank.logIn).toBeVisible();
    return bank;
  }

  async choose(name: string | RegExp): Promise<void> {
    await this.page.getByRole("radio", { name }).check();
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, undefined, `bank: ${state}`);
  }
}
