import type { TinBox, TinProblem } from "#contract/tin";
import type { LlcClassification, W9Classification, W9Hint } from "#contract/w9-form";

interface Screen {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Guidance around Form W-9. The form's text is English in every language (contract/w9-form.ts), because only that text
 * counts.
 */
export interface W9Texts {
  readonly language: string;
  readonly pageTitle: string;
  /** Shown next to a field: its line on the form. */
  readonly line: (number: string) => string;
  readonly intro: {
    readonly title: string;
    readonly text: (operator: string) => string;
    readonly safe: string;
  };
  readonly who: {
    readonly legend: string;
    readonly person: string;
    readonly personDetail: string;
    readonly entity: string;
    readonly entityDetail: string;
  };
  readonly usPerson: {
    readonly legend: string;
    readonly yes: string;
    readonly no: string;
    readonly more: string;
    /** The meaning of the English text below it; null if not needed. */
    readonly meaning: readonly string[] | null;
    readonly empty: string;
  };
  readonly name: {
    readonly legend: string;
    readonly personHint: string;
    readonly addBusinessName: string;
    readonly removeBusinessName: string;
    readonly businessName: string;
    readonly businessNameHint: string;
    readonly entityName: string;
    readonly entityNameHint: string;
    readonly notLatin: string;
  };
  readonly classification: {
    readonly legend: string;
    readonly options: Readonly<Record<Exclude<W9Classification, "individual">, string>>;
    readonly empty: string;
    readonly llc: {
      readonly legend: string;
      readonly options: Readonly<Record<LlcClassification, string>>;
      readonly disregarded: string;
      readonly empty: string;
    };
    readonly other: string;
  };
  readonly exempt: { readonly label: string; readonly none: string; readonly hint: string };
  readonly address: { readonly legend: string; readonly hint: string };
  readonly tin: {
    readonly legend: string;
    readonly boxLegend: string;
    readonly boxes: Readonly<Record<TinBox, string>>;
    readonly label: Readonly<Record<TinBox, string>>;
    readonly hint: Readonly<Record<TinBox, string>>;
    readonly problem: Readonly<Record<TinProblem, (box: TinBox) => string>>;
    readonly unknownPrefix: string;
  };
  readonly withholding: {
    readonly legend: string;
    readonly hint: string;
    readonly yes: string;
    readonly no: string;
    readonly empty: string;
    readonly consequence: string;
  };
  readonly certification: {
    readonly legend: string;
    /** Says that the text below is in English and that the customer signs the English text; null in English. */
    readonly englishOnly: string | null;
    readonly crossedOut: string;
    /** The meaning of the form's four items; null in English. */
    readonly meaning: { readonly title: string; readonly items: readonly string[] } | null;
  };
  readonly signature: {
    readonly label: string;
    readonly hint: (name: string) => string;
    readonly hintWithoutName: string;
    readonly empty: string;
    readonly other: (name: string) => string;
    readonly again: string;
    readonly date: string;
    readonly button: string;
  };
  readonly progress: {
    readonly label: string;
    readonly now: (step: number, steps: number) => string;
    readonly done: string;
  };
  readonly review: Pick<Screen, "title"> & { readonly text: string; readonly edit: string };
  readonly back: string;
  readonly hints: Readonly<Record<W9Hint, string>>;
  readonly required: (label: string) => string;
  readonly problemCount: (count: number) => string;
  readonly confirm: {
    readonly title: string;
    readonly text: (operator: string) => string;
    readonly button: string;
    readonly byHand: string;
    readonly wrong: (attemptsLeft: number) => string;
    readonly byPhone: (number: string) => string;
    readonly sendCode: string;
  };
  readonly notUs: Screen & {
    readonly stored: (operator: string) => string;
    readonly confirm: string;
    readonly back: string;
    readonly done: Screen;
    readonly mistake: string;
  };
  readonly done: {
    readonly title: string;
    readonly text: (operator: string) => string;
    readonly name: string;
    readonly number: string;
    readonly signedAt: string;
    readonly withheld: string;
    readonly download: string;
    readonly downloadFailed: string;
    readonly close: string;
    readonly goBack: string;
  };
  readonly over: {
    readonly completed: Screen;
    readonly expired: Screen;
    readonly broken: Screen;
    readonly lost: Screen;
  };
  readonly retry: string;
  readonly loading: string;
  readonly closeBar: string;
  /** Texts by error code; other codes use `unknown`. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly lost: string;
  readonly unknown: string;
  readonly step: {
    readonly title: string;
    readonly text: string;
    readonly open: string;
    readonly later: string;
    readonly waiting: string;
    readonly waitingText: string;
    readonly openAgain: string;
    readonly inline: string;
    readonly blocked: string;
    readonly left: string;
  };
}
