import type { FieldProblem, FieldProblemCode } from "../fields/field-problem.ts";
import type { KnownType } from "../payment/offered.ts";

/** Every word that the payment widget says. One file for each language, loaded apart. */
export interface Texts {
  /** BCP 47 language of the texts, for `lang`. */
  readonly language: string;
  readonly title: string;
  readonly acceptedCards: string;
  /** The list of ways to pay; `only`: the heading where there is one way. */
  readonly choose: {
    readonly title: string;
    readonly only: Readonly<Record<KnownType, string>>;
    readonly names: Readonly<Record<KnownType, string>>;
    readonly details: Readonly<Record<Exclude<KnownType, "card">, string>>;
    readonly loading: string;
    readonly lost: string;
    readonly retry: string;
  };
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
  /** Said with the button while the form of the chosen way is not there. */
  readonly formWaits: string;
  /** Said aloud when the price has changed under the customer's hands. */
  readonly priceNow: (amount: string, fees: string | null) => string;
  readonly paying: string;
  readonly confirming: string;
  readonly checking: string;
  readonly descriptor: (descriptor: string) => string;
  readonly challengeTitle: string;
}
