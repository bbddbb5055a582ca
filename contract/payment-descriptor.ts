/**
 * The text on the customer's statement. Card scheme rule, as acquirers apply it: 5 to 22 Latin characters, at least one
 * letter, none of `< > \ ' " *` (the star separates a processor's prefix). ACH shows the first 16 characters as the
 * company name.
 */
export const descriptorLength = { least: 5, most: 22, onBankStatements: 16 } as const;

/** What a statement shows: 16 characters for ACH, null for crypto. */
export function onStatement(type: string, descriptor: string): string | null {
  if (type === "crypto") return null;
  if (type !== "bank") return descriptor;
  return descriptor.slice(0, descriptorLength.onBankStatements).trimEnd();
}

/** `blanks`: spaces at the ends, or several in a row. */
export type DescriptorProblem = "length" | "signs" | "letter" | "blanks";

/** The first broken rule, or null. */
export function descriptorProblem(text: string): DescriptorProblem | null {
  const { least, most } = descriptorLength;
  if (text.length < least || text.length > most) return "length";
  if (!/^[\x20-\x7e]*$/.test(text) || /[<>\\'"*]/.test(text)) return "signs";
  if (!/[A-Za-z]/.test(text)) return "letter";
  return text !== text.trim() || /\s{2}/.test(text) ? "blanks" : null;
}

/** Each problem in words for operators. */
export const descriptorProblems: Readonly<Record<DescriptorProblem, string>> = {
  length: "5 to 22 characters",
  signs: "only Latin letters, digits and punctuation, none of < > \\ ' \" *",
  letter: "at least one letter",
  blanks: "no spaces at the ends, and only one between words",
};
