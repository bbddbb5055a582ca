import type { AddressPart, AddressProblem } from "../fields/address/address-rules.ts";
import type { DateOfBirthProblem } from "../fields/date-of-birth/date-of-birth-rules.ts";
import type { DateOrder } from "../fields/date-of-birth/date-text.ts";
import type { PhoneProblem } from "../fields/phone/phone-rules.ts";

export interface PersonalTexts {
  /** BCP 47; the browser names countries and months. */
  readonly language: string;
  readonly optional: string;
  readonly phone: {
    readonly label: string;
    readonly country: string;
    readonly example: (number: string) => string;
    readonly empty: string;
    readonly problem: Readonly<Record<PhoneProblem["code"] | "unchecked", string>>;
    /** Used for a number of another country, with the button that switches to it. */
    readonly isOf: (country: string) => string;
    readonly switchTo: (country: string) => string;
    readonly unassigned: string;
  };
  readonly address: {
    readonly legend: string;
    readonly country: string;
    readonly line1: string;
    readonly line2: string;
    /** Labels by libaddressinput's types; unknown types use the first one. */
    readonly city: { readonly city: string; readonly [kind: string]: string };
    readonly state: { readonly province: string; readonly [kind: string]: string };
    readonly postalCode: { readonly postal: string; readonly [kind: string]: string };
    readonly choose: string;
    readonly empty: (part: AddressPart, label: string) => string;
    readonly problem: Readonly<
      Record<Exclude<AddressProblem, "required">, (label: string, example: string | null) => string>
    >;
    readonly ofOtherState: (postalCode: string, state: string) => string;
  };
  readonly dateOfBirth: {
    readonly label: string;
    readonly hint: Readonly<Record<DateOrder, string>>;
    readonly empty: string;
    readonly problem: Readonly<Record<DateOfBirthProblem, string>>;
  };
  readonly code: {
    readonly label: string;
    readonly sentTo: (number: string) => string;
    readonly empty: string;
    readonly incomplete: (digits: number) => string;
    readonly resend: string;
    readonly resendIn: (time: string) => string;
    readonly changeNumber: string;
    readonly announce: {
      readonly started: (seconds: number) => string;
      readonly soon: string;
      readonly over: string;
    };
  };
  readonly names: {
    readonly firstName: string;
    readonly middleName: string;
    readonly lastName: string;
    readonly suffix: string;
    readonly empty: (label: string) => string;
  };
  readonly steps: {
    readonly continue: string;
    /** Heading of a loading step. */
    readonly next: string;
    /** Announced when a form with wrong fields is submitted. */
    readonly problemCount: (count: number) => string;
    readonly customerData: { readonly title: string; readonly text: string };
    /** Used if only the address is required, as for sales tax. */
    readonly customerAddress: { readonly title: string; readonly text: string };
    readonly sms: {
      readonly title: string;
      readonly text: (number: string) => string;
      readonly ask: string;
      readonly send: string;
      readonly another: string;
      /** Leads back from the number to the code that was sent. */
      readonly enterCode: (number: string) => string;
      /** Follows `text` if the number is verified: who can change it. */
      readonly verified: string;
      readonly wrongCode: (attemptsLeft: number) => string;
      /** Texts by error code; other codes use `unknown`. */
      readonly refusals: Readonly<Record<string, string>>;
    };
    readonly lost: string;
    readonly unknown: string;
  };
}
