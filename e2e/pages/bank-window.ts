import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";

/** The sandbox bank's own pages, in the window or tab that the customer was sent to. */
export class BankWindow {
  /** On its log-in page. */
  readonly logIn: Locator;
  /** On its page about the account. */
  readonly share: Locator;
  readonly refuse: Locator;
  /** On its page about a payment. */
  readonly pay: Locator;

  constructor(readonly page: Page) {
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    this.logIn = button("Log in");
    this.share = button("Share this account");
    this.refuse = button("Refuse");
    this.pay = page.getByRole("button", { name: /^Pay \D*\d/ });
  }

  /** Where the customer is led in the page's own place. */
  static async inPlaceOf(page: Page): Promise<BankWindow> {
    const bank = new BankWindow(page);
    await expect(bank.logIn).toBeVisible();
    return bank;
  }

  /** What `open` opens: by a script or by a link. */
  static async openedBy(opener: Page, open: () => Promise<void>): Promise<BankWindow> {
    const [page] = await Promise.all([opener.context().waitForEvent("page"), open()]);
    const bank = new BankWindow(page);
    await expect(bank.logIn).toBeVisible();
    return bank;
  }

  /** Chooses one of the user's accounts by its name. */
  async choose(name: string | RegExp): Promise<void> {
    await this.page.getByRole("radio", { name }).check();
  }

  /** Scans the bank's page; see {@link expectAccessible}. */
  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, undefined, `bank: ${state}`);
  }
}
