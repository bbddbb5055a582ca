import type { FieldProblem, FieldProblemCode } from "../fields/field-problem.ts";
import type { KnownType } from "../payment/offered-methods.ts";
import type { PluralForms } from "./plural.ts";

/** The texts of the payment widget. */
export interface Texts {
  /** The BCP 47 tag for `lang`. */
  readonly language: string;
  readonly title: string;
  readonly acceptedCards: string;
  /** `only`: the heading if there is one method. */
  readonly choose: {
    readonly title: string;
    readonly only: Readonly<Record<KnownType, string>>;
    readonly names: Readonly<Record<KnownType, string>>;
    readonly details: Readonly<Record<Exclude<KnownType, "card">, string>>;
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
  /** Announced when a form with wrong fields is submitted; `#` is their count. */
  readonly problemCount: PluralForms;
  readonly summary: {
    readonly amount: string;
    readonly fees: string;
    readonly tax: (rate: string | null, place: string | null) => string;
    readonly total: string;
  };
  readonly pay: (amount: string | null) => string;
  /** The button's text until the amount arrives. */
  readonly loadingAmount: string;
  /** Read with the button while the chosen form loads. */
  readonly loadingForm: string;
  /** Announced when the visible price has changed. */
  readonly priceChanged: (amount: string, fees: string | null) => string;
  readonly paying: string;
  readonly confirming: string;
  readonly checking: string;
  readonly descriptor: (descriptor: string) => string;
  readonly challengeTitle: string;
}
