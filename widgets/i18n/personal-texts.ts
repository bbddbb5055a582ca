import type { AddressPart, AddressProblem } from "../fields/address/address-rules.ts";
import type { DateOfBirthProblem } from "../fields/date-of-birth/date-of-birth-rules.ts";
import type { DateOrder } from "../fields/date-of-birth/date-text.ts";
import type { PhoneProblem } from "../fields/phone/phone-rules.ts";

/** Words of the fields that ask who somebody is. One file for each language, loaded apart. */
export interface PersonalTexts {
  /** BCP 47 language of the texts; names of countries and months come from the browser's. */
  readonly language: string;
  readonly optional: string;
  readonly phone: {
    readonly label: string;
    readonly country: string;
    readonly example: (number: string) => string;
    readonly empty: string;
    readonly problem: Readonly<Record<PhoneProblem["code"] | "unchecked", string>>;
    /** A number that would fit in another country, and the button that takes it there. */
    readonly isOf: (country: string) => string;
    readonly switchTo: (country: string) => string;
    readonly unassigned: string;
  };
  readonly address: {
    readonly legend: string;
    readonly country: string;
    readonly line1: string;
    readonly line2: string;
    /** by libaddressinput's kinds; what is missing is called as the first one */
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
    readonly goOn: string;
    /** Heading of a step that is still on its way. */
    readonly next: string;
    /** Said aloud after a step that could not be sent. */
    readonly problemCount: (count: number) => string;
    readonly customerData: { readonly title: string; readonly text: string };
    /** Where nothing but the address is asked, as for sales tax */
    readonly customerAddress: { readonly title: string; readonly text: string };
    readonly sms: {
      readonly title: string;
      readonly text: (number: string) => string;
      readonly ask: string;
      readonly send: string;
      readonly another: string;
      /** After `text` where the number is verified: who can change it */
      readonly verified: string;
      readonly wrongCode: (attemptsLeft: number) => string;
      /** By error code; what is not here is told as `unknown`. */
      readonly refusals: Readonly<Record<string, string>>;
    };
    readonly lost: string;
    readonly unknown: string;
  };
}
