import type { SavedMethodTexts } from "./saved-method-texts.ts";

interface TitleAndText {
  readonly title: string;
  readonly text: string;
}

/** The texts of the payout's own screens. */
export interface DisbursementTexts {
  /** The BCP 47 tag for `lang`. */
  readonly language: string;
  readonly title: string;
  readonly youReceive: string;
  readonly amounts: {
    readonly gross: string;
    /** `rate`: `24%`. */
    readonly withheld: (rate: string) => string;
    readonly withheldWhy: (operator: string) => string;
    readonly net: string;
  };
  readonly progress: {
    readonly label: string;
    readonly now: (step: number, steps: number) => string;
    readonly done: string;
    readonly current: string;
    readonly names: {
      readonly customer_data: string;
      readonly sms_verification: string;
      readonly kyc: string;
      readonly identity_document: string;
      readonly w9: string;
      readonly other: string;
      readonly method: string;
      readonly review: string;
    };
  };
  readonly year: {
    readonly title: (total: string, year: number) => string;
    readonly text: (threshold: string, asks: string) => string;
    readonly asks: Readonly<Record<string, string>>;
    readonly and: string;
  };
  readonly method: {
    readonly title: string;
    /** Shown below the title: when the times next to the methods start. */
    readonly text: string;
    readonly legend: string;
    readonly types: Readonly<Record<"bank" | "card" | "crypto" | "pay_by_bank", string>>;
    /** Used if a saved method of the same type is listed above. */
    readonly another: Readonly<Record<"bank" | "card" | "crypto" | "pay_by_bank", string>>;
    readonly usedOn: (date: string) => string;
    readonly choose: string;
    readonly save: string;
    readonly remove: SavedMethodTexts["remove"];
    readonly continue: string;
    readonly formLost: string;
    readonly retry: string;
    /** The service's refusals of typed data, by error code. */
    readonly refusals: Readonly<Record<string, string>>;
  };
  /** Names of payout methods, with masked numbers. */
  readonly summary: {
    readonly bank: (bankName: string | null, accountType: string, last4: string) => string;
    readonly card: (brand: string, last4: string) => string;
    readonly crypto: (asset: string, network: string) => string;
    readonly accountTypes: Readonly<Record<string, string>>;
  };
  /** Duration after approval, by unit. Unknown units are left out. */
  readonly arrival: Readonly<
    Record<"minutes" | "hours" | "business_days", (least: number, most: number) => string>
  >;
  /** Makes the first letter upper case. */
  readonly startOfLine: (text: string) => string;
  readonly arrivalOnceApproved: (arrival: string) => string;
  readonly review: {
    readonly title: string;
    readonly to: string;
    readonly arrives: string;
    readonly change: string;
    readonly text: (operator: string) => string;
    readonly cryptoText: string;
    readonly confirm: (amount: string) => string;
    readonly sending: string;
    readonly checking: string;
  };
  readonly notices: {
    readonly amountChanged: { readonly title: string; readonly text: (amount: string) => string };
    readonly notSent: TitleAndText;
    readonly refused: TitleAndText;
    readonly refusals: Readonly<Record<string, TitleAndText>>;
  };
  readonly waiting: {
    readonly title: string;
    readonly text: (operator: string) => string;
    readonly leave: string;
    readonly w9: TitleAndText;
  };
  readonly w9Later: string;
  readonly processing: { readonly title: string; readonly text: (arrival: string) => string };
  readonly unknown: { readonly title: string; readonly text: (status: string) => string };
  readonly success: {
    readonly title: string;
    readonly text: (amount: string, to: string) => string;
  };
  /** Used for a reason without a text here; null if the service's texts are in this language. */
  readonly anyReason: string | null;
  readonly failed: {
    readonly title: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly advice: (operator: string) => string;
  };
  readonly rejected: { readonly title: string; readonly text: (operator: string) => string };
  readonly refunded: { readonly title: string; readonly text: (operator: string) => string };
  readonly voided: { readonly title: string; readonly text: (operator: string) => string };
  readonly expired: TitleAndText & {
    readonly renewing: string;
    /** The intent can no longer be read, so money may have been sent. */
    readonly unknown: TitleAndText;
  };
  readonly unreachable: TitleAndText & { readonly offline: string; readonly retry: string };
  readonly refusedSession: TitleAndText;
  readonly blocked: TitleAndText;
  readonly nothingOffered: TitleAndText;
  readonly facts: {
    readonly amount: string;
    readonly to: string;
    readonly arrives: string;
    readonly from: string;
    readonly reference: string;
  };
  readonly steps: {
    /** Announced when a form with wrong fields is submitted. */
    readonly problemCount: (count: number) => string;
  };
  readonly timeline: {
    readonly label: string;
    readonly requested: string;
    readonly approved: string;
    readonly sent: string;
  };
}
