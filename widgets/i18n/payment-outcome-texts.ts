import type { Advice } from "#contract/api/payment-intents";
import type { KnownType } from "../payment/offered.ts";

/** What the advice of a decline turns into; the codes are the contract's (`Advice.with`). */
export type AdviceWith = Advice["with"];

/** What is told while the outcome is not known. */
export interface PendingTexts {
  readonly title: string;
  readonly text: string;
  /** That the page may be left. */
  readonly leave: string;
}

/** What the payment widget says once the form has done its part. One file for each language, loaded apart. */
export interface PaymentOutcomeTexts {
  readonly declined: {
    readonly title: string;
    readonly advice: Readonly<Record<AdviceWith, string>>;
    /** Words for decline reasons that are known; others: `anyReason`. */
    readonly reasons: Readonly<Record<string, string>>;
    /** Other words for the same where it was not a card: by type of the payment. */
    readonly by: Readonly<
      Partial<
        Record<
          KnownType,
          {
            readonly advice?: Readonly<Partial<Record<AdviceWith, string>>>;
            readonly reasons: Readonly<Record<string, string>>;
          }
        >
      >
    >;
  };
  /** Of a reason without words of ours; null where the service's own words are in this language. */
  readonly anyReason: string | null;
  readonly notices: {
    readonly amountChanged: { readonly title: string; readonly text: (amount: string) => string };
    readonly termsChanged: { readonly title: string; readonly text: string };
    readonly canceled: { readonly title: string; readonly text: string };
    readonly notSent: { readonly title: string; readonly text: string };
    readonly unavailable: { readonly title: string; readonly text: string };
    readonly refused: { readonly title: string; readonly text: string };
    /** The chosen way's price could not be had: no answer, */
    readonly priceLost: { readonly title: string; readonly text: string };
    /** or the service has none for it now. */
    readonly priceRefused: { readonly title: string; readonly text: string };
    /** Refusals by their error code; what is not here is `refused`. The service's words are for developers. */
    readonly refusals: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
  };
  readonly pending: Readonly<Record<KnownType, PendingTexts>> & {
    readonly unknown: (status: string) => string;
  };
  /** The customer's copy of what was agreed to, while a bank debit is on its way. */
  readonly mandateCopy: { readonly save: string; readonly lost: string };
  /** The customer is at their bank. */
  readonly redirect: {
    readonly title: string;
    readonly text: string;
    /** `time`: until when there is time to confirm. */
    readonly leave: (time: string) => string;
    readonly open: string;
    readonly giveUp: string;
  };
  readonly success: {
    readonly title: string;
    readonly text: (amount: string, operator: string) => string;
    readonly amount: string;
    /** More crypto arrived than was asked for. */
    readonly overpaid: { readonly title: string; readonly text: (operator: string) => string };
    /** What was paid with, as a label. */
    readonly paidWith: Readonly<Record<KnownType, string>>;
    readonly accountTypes: { readonly checking: string; readonly savings: string };
    readonly statement: string;
    readonly reference: string;
  };
  readonly expired: { readonly title: string; readonly text: string; readonly renewing: string };
  readonly unreachable: {
    readonly title: string;
    readonly text: string;
    readonly offline: string;
    readonly retry: string;
  };
  readonly refusedSession: { readonly title: string; readonly text: string };
  readonly blocked: { readonly title: string; readonly text: string };
}
