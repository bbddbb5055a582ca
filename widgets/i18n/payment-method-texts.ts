import type { BankAccountTexts } from "./bank-account-texts.ts";

/** Words of the forms for ways to pay that are loaded when they are chosen. One file for each language. */
export interface PaymentMethodTexts {
  /** BCP 47 language of the texts. */
  readonly language: string;
  readonly bankAccount: BankAccountTexts;
  readonly bank: {
    /** When the money moves and when it is known to have arrived. */
    readonly timing: string;
    /** What the service refuses in the form, by its error code. */
    readonly refusals: Readonly<Record<string, string>>;
    readonly mandate: {
      readonly title: string;
      /** By what the customer agrees. */
      readonly consent: string;
      readonly copy: string;
      readonly copied: string;
      readonly print: string;
    };
  };
  readonly payByBank: {
    readonly steps: readonly [string, string, string];
    readonly safety: string;
  };
}
