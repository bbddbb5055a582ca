import type { FrameLocator, Locator, Page } from "@playwright/test";
import { bankAccounts, sandboxRoutingNumber } from "../../sandbox/catalogue/bank-accounts.ts";
import { expectAccessible } from "./accessibility.ts";

const address = /\/v1\/frames\/disbursement/;

/** The payout widget as a customer sees it. English by default. */
export class PayoutWidget {
  readonly frame: FrameLocator;
  readonly amount: Locator;
  /** The button that requests the payout, with the amount on it. */
  readonly confirm: Locator;
  readonly continueButton: Locator;

  constructor(readonly page: Page) {
    this.frame = page.frameLocator('iframe[src*="/v1/frames/disbursement"]');
    this.amount = this.at("payout-amount");
    this.confirm = this.frame.getByRole("button", { name: /^(Request|Solicitar) \D*\d/ });
    this.continueButton = this.at("step-method").getByRole("button", {
      name: /^(Continue|Continuar)$/,
    });
  }

  at(testId: string): Locator {
    return this.frame.getByTestId(testId);
  }

  step(name: string): Locator {
    return this.at(`step-${name}`);
  }

  /** The current step in the progress list, with the name that screen readers announce. */
  currentStep(): Locator {
    return this.at("progress").locator('[aria-current="step"]');
  }

  async choose(type: "bank" | "pay_by_bank" | "card" | "crypto"): Promise<void> {
    await this.at(`payout-method-${type}`).check();
  }

  async fillBank(name = "ordinary"): Promise<void> {
    await this.choose("bank");
    const found = bankAccounts.find((account) => account.name === name);
    if (!found) throw new Error(`the sandbox has no test account ${name}`);
    await this.at("field-holder").fill("Jane Doe");
    await this.at("account-type-checking").check();
    await this.at("field-routing-number").fill(sandboxRoutingNumber);
    await this.at("field-account-number").fill(found.accountNumber);
    await this.at("field-account-number-again").fill(found.accountNumber);
  }

  async fillCard(number: string): Promise<void> {
    await this.choose("card");
    await this.at("field-number").fill(number);
    await this.at("field-expiry").fill("1234");
    await this.at("field-name").fill("Jane Doe");
  }

  async request(): Promise<void> {
    await this.continueButton.click();
    await this.confirm.click();
  }

  text(words: string | RegExp): Locator {
    return this.frame.getByText(words).first();
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, address, `payout: ${state}`);
  }
}
