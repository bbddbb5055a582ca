import type { Advice } from "#contract/api/payment-intents";
import type { KnownType } from "../payment/offered-methods.ts";

/** What a decline's advice suggests: the contract's codes. */
export type AdviceWith = Advice["with"];

export interface PendingTexts {
  readonly title: string;
  readonly text: string;
  /** Says that the customer may leave the page. */
  readonly leave: string;
}

export interface PaymentOutcomeTexts {
  readonly declined: {
    readonly title: string;
    readonly advice: Readonly<Record<AdviceWith, string>>;
    /** Texts by reason; other reasons use `anyReason`. */
    readonly reasons: Readonly<Record<string, string>>;
    /** Other texts for payments without a card, by type. */
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
  /** Used for a reason without a text here; null if the service's texts are in this language. */
  readonly anyReason: string | null;
  readonly notices: {
    readonly amountChanged: { readonly title: string; readonly text: (amount: string) => string };
    readonly termsChanged: { readonly title: string; readonly text: string };
    readonly canceled: { readonly title: string; readonly text: string };
    readonly notSent: { readonly title: string; readonly text: string };
    readonly unavailable: { readonly title: string; readonly text: string };
    readonly refused: { readonly title: string; readonly text: string };
    /** The chosen method's price did not arrive. */
    readonly priceLost: { readonly title: string; readonly text: string };
    /** The service has no price now. */
    readonly priceRefused: { readonly title: string; readonly text: string };
    /** Texts by error code; unknown codes use `refused`. The service's messages are for developers. */
    readonly refusals: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
  };
  readonly pending: Readonly<Record<KnownType, PendingTexts>> & {
    readonly unknown: (status: string) => string;
  };
  /** The customer's copy of the authorization of an ACH debit in progress. */
  readonly mandateCopy: { readonly save: string; readonly lost: string };
  readonly redirect: {
    readonly title: string;
    readonly text: string;
    /** `time`: the deadline to confirm. */
    readonly leave: (time: string) => string;
    readonly open: string;
    readonly giveUp: string;
  };
  readonly success: {
    readonly title: string;
    readonly text: (amount: string, operator: string) => string;
    readonly amount: string;
    /** More crypto arrived than requested. */
    readonly overpaid: { readonly title: string; readonly text: (operator: string) => string };
    readonly paidWith: Readonly<Record<KnownType, string>>;
    readonly accountTypes: { readonly checking: string; readonly savings: string };
    readonly account: (bankName: string | null, accountType: string, last4: string) => string;
    readonly statement: string;
    readonly reference: string;
    /** The sum of the payment's refunds. */
    readonly refunds: string;
  };
  readonly expired: {
    readonly title: string;
    readonly text: string;
    readonly renewing: string;
    /** The intent can no longer be read, so it may have been paid. */
    readonly unknown: { readonly title: string; readonly text: string };
  };
  /** Replaces a method's form or the deposit while it loads or if it did not load. */
  readonly slot: { readonly loading: string; readonly lost: string };
  /** A script of the frame did not load, before or after the press of Pay. */
  readonly lostPart: string;
  readonly unreachable: {
    readonly title: string;
    readonly text: string;
    readonly offline: string;
    readonly retry: string;
  };
  readonly refusedSession: { readonly title: string; readonly text: string };
  readonly blocked: { readonly title: string; readonly text: string };
}
