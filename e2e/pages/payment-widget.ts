import type { FrameLocator, Locator, Page } from "@playwright/test";
import { sandboxRoutingNumber } from "../../sandbox/catalogue/bank-accounts.ts";
import { expectAccessible } from "./accessibility.ts";
import { DataStep } from "./data-step.ts";

export interface TypedCard {
  number: string;
  expiry?: string;
  cvc?: string;
  holderName?: string;
  postalCode?: string;
}

const address = /\/v1\/frames\/payment/;

/** The payment widget as a customer finds it: by labels, buttons and text. English by default. */
export class PaymentWidget {
  readonly frame: FrameLocator;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly cvc: Locator;
  readonly savedCardCode: Locator;
  readonly saveCard: Locator;
  readonly holderName: Locator;
  readonly postalCode: Locator;
  readonly payButton: Locator;
  readonly waitingButton: Locator;
  /** The live region of the widget itself. Its parts have their own. */
  readonly announcement: Locator;
  readonly dataStep: DataStep;

  constructor(readonly page: Page) {
    this.frame = page.frameLocator('iframe[src*="/v1/frames/payment"]');
    this.number = this.frame.locator('input[autocomplete="cc-number"]');
    this.expiry = this.frame.locator('input[autocomplete="cc-exp"]');
    // A saved card has its own code field.
    this.cvc = this.frame.getByTestId("field-cvc");
    this.savedCardCode = this.frame.locator('input[data-testid^="field-cvc-"]');
    this.saveCard = this.frame.getByTestId("save-card");
    this.holderName = this.frame.locator('input[autocomplete="cc-name"]');
    this.postalCode = this.frame.locator('input[autocomplete~="postal-code"]');
    this.waitingButton = this.frame.getByRole("button", { name: /^Pay Loading the amount/ });
    this.announcement = this.frame.locator("main > [data-testid=live-region]");
    this.dataStep = new DataStep(this.frame);
    this.payButton = this.frame.getByRole("button", { name: /^(Pay|Pagar) \D*\d/ });
  }

  at(testId: string): Locator {
    return this.frame.getByTestId(testId);
  }

  async choose(type: "card" | "bank" | "pay_by_bank" | "crypto"): Promise<void> {
    await this.at(`payment-method-${type}`).check();
  }

  /** Selects the bank account and fills it in, with the sandbox's usual routing number by default. */
  async fillBank(accountNumber: string, routingNumber = sandboxRoutingNumber): Promise<void> {
    await this.choose("bank");
    await this.at("field-holder").fill("Ada Lovelace");
    await this.at("account-type-checking").check();
    await this.at("field-routing-number").fill(routingNumber);
    await this.at("field-account-number").fill(accountNumber);
    await this.at("field-account-number-again").fill(accountNumber);
  }

  /** Fills in a card. Missing fields get values that the sandbox accepts for every card. */
  async fill(card: TypedCard): Promise<void> {
    await this.number.fill(card.number);
    await this.expiry.fill(card.expiry ?? "1234");
    await this.cvc.fill(card.cvc ?? (/^3[47]/.test(card.number) ? "1234" : "123"));
    if ((await this.holderName.count()) > 0)
      await this.holderName.fill(card.holderName ?? "Ada Lovelace");
    if ((await this.postalCode.count()) > 0) await this.postalCode.fill(card.postalCode ?? "94107");
  }

  /** Selects a payment method by its name in the list. */
  async chooseByName(name: string | RegExp): Promise<void> {
    await this.frame.getByRole("radio", { name }).check();
  }

  /** Waits for the amount on the button, until nothing moves, and presses it. */
  async pay(): Promise<void> {
    await this.payButton.waitFor();
    await this.stillness();
    await this.payButton.click();
  }

  /**
   * Waits until nothing in the frame moves. Anything that changes during a move jumps
   * (widgets/client/smooth-heights.ts).
   */
  async stillness(): Promise<void> {
    await this.frame.locator("html").evaluate(async () => {
      const moving = () =>
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      do {
        await Promise.allSettled(moving().map(({ finished }) => finished));
        // A move begins up to a frame after its cause, and the page around the frame follows its height.
        await new Promise((resolve) => setTimeout(resolve, 60));
      } while (moving().some(({ playState }) => playState === "running"));
    });
  }

  async payWith(card: TypedCard | string): Promise<void> {
    await this.fill(typeof card === "string" ? { number: card } : card);
    await this.pay();
  }

  text(words: string | RegExp): Locator {
    return this.frame.getByText(words).first();
  }

  async expectAccessible(state: string): Promise<void> {
    await expectAccessible(this.page, address, `payment: ${state}`);
  }
}
