import type { Advice } from "../../contract/api/payment-intents.ts";
import type { FieldProblem, FieldProblemCode } from "../fields/field-problem.ts";

/** What the advice of a decline turns into; the codes are the contract's (`Advice.with`). */
export type AdviceWith = Advice["with"];

/** Every word that the payment widget says. One file for each language, loaded apart. */
export interface Texts {
  /** BCP 47 language of the texts, for `lang`. */
  readonly language: string;
  readonly title: string;
  readonly acceptedCards: string;
  readonly fields: {
    readonly number: string;
    readonly expiry: string;
    readonly expiryHint: string;
    readonly cvc: string;
    readonly cvcHint: string;
    readonly name: string;
    readonly postalCode: string;
    readonly optional: string;
  };
  readonly problem: Readonly<Record<FieldProblemCode, (problem: FieldProblem) => string>>;
  /** Said aloud after a submit that could not be sent. */
  readonly problemCount: (count: number) => string;
  readonly summary: {
    readonly amount: string;
    readonly fees: string;
    readonly tax: (rate: string | null, place: string | null) => string;
    readonly total: string;
  };
  readonly pay: (amount: string | null) => string;
  /** Said in the button until the amount is there. */
  readonly payWaits: string;
  readonly paying: string;
  readonly confirming: string;
  readonly checking: string;
  readonly descriptor: (descriptor: string) => string;
  readonly challengeTitle: string;
  readonly declined: {
    readonly title: string;
    readonly advice: Readonly<Record<AdviceWith, string>>;
    /** Words for decline reasons that are known; others are shown as the service tells them. */
    readonly reasons: Readonly<Record<string, string>>;
  };
  readonly notices: {
    readonly amountChanged: { readonly title: string; readonly text: (amount: string) => string };
    readonly canceled: { readonly title: string; readonly text: string };
    readonly notSent: { readonly title: string; readonly text: string };
    readonly unavailable: { readonly title: string; readonly text: string };
    readonly inProgress: { readonly title: string; readonly text: string };
    readonly refused: { readonly title: string; readonly text: string };
    /** Refusals by their error code, where the customer needs other words than the service's. */
    readonly refusals: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
  };
  readonly pending: {
    readonly title: string;
    readonly text: string;
    readonly leave: string;
    readonly unknown: (status: string) => string;
  };
  readonly success: {
    readonly title: string;
    readonly text: (amount: string, operator: string) => string;
    readonly card: string;
    readonly statement: string;
    readonly reference: string;
  };
  readonly failed: { readonly title: string };
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
