/** A text for each of a language’s plural categories; `other` serves those that have none of their own. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** The text for a count, with the count in place of `#`: for texts without other values. */
export const counted = (language: string, count: number, forms: PluralForms): string =>
  plural(language, count, forms).replace("#", `${count}`);

/** The text for a count: `plural("en", 1, { one: "1 day", other: `${days} days` })`. */
export const plural = (language: string, count: number, forms: PluralForms): string =>
  forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
