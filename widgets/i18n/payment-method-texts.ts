import type { BankAccountTexts } from "./bank-account-texts.ts";
import type { BankLoginFieldTexts } from "./bank-login-texts.ts";

/** The texts that load when the customer chooses a payment method. */
export interface PaymentMethodTexts {
  /** The language as a BCP 47 tag. */
  readonly language: string;
  readonly bankAccount: BankAccountTexts;
  readonly bankLogin: BankLoginFieldTexts & {
    /** Says that a shared account cannot be saved, because its numbers expire with the customer's consent. */
    readonly notSaved: string;
    /** Heading of the fields for customers who do not log in. */
    readonly instead: string;
  };
  readonly bank: {
    /** When the money moves, and when the payment is final. */
    readonly timing: string;
    /** The service's refusals of typed data, by error code. */
    readonly refusals: Readonly<Record<string, string>>;
    readonly mandate: {
      readonly title: string;
      /** Says that the text below is in English and that the English counts; null where it is in this language. */
      readonly englishOnly: string | null;
      /** How the customer agrees. */
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
