import type { BankAccountTexts } from "./bank-account-texts.ts";
import type { BankLoginFieldTexts } from "./bank-login-texts.ts";

/** Texts of the payment methods' forms that load when chosen. One file for each language. */
export interface PaymentMethodTexts {
  /** BCP 47 language of the texts. */
  readonly language: string;
  readonly bankAccount: BankAccountTexts;
  readonly bankLogin: BankLoginFieldTexts & {
    /** For a shared account whose numbers expire with the customer's consent. */
    readonly notSaved: string;
    /** Heading of the fields for those who do not log in. */
    readonly instead: string;
  };
  readonly bank: {
    /** When the money moves, and when the payment is final. */
    readonly timing: string;
    /** The service's refusals of typed data, by error code. */
    readonly refusals: Readonly<Record<string, string>>;
    readonly mandate: {
      readonly title: string;
      /** Says that the text below is in English and that the English text counts; null where the text is in this language. */
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
