/** A text for each plural category of a language; missing categories use `other`. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** Replaces `#` with the count: for texts without other values. */
export const counted = (language: string, count: number, forms: PluralForms): string =>
  plural(language, count, forms).replace("#", `${count}`);

/** `plural("en", 1, { one: "1 day", other: `${days} days` })`. */
export const plural = (language: string, count: number, forms: PluralForms): string =>
  forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
