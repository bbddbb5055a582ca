/**
 * What stands on the customer's statement. The card schemes' rule as acquirers put it: 5 to 22 Latin
 * characters, at least one letter, none of `< > \ ' " *` (the star parts a processor's prefix from the
 * rest). ACH shows the first 16 of them as the company name.
 */
export const descriptorLength = { least: 5, most: 22, onBankStatements: 16 } as const;

/** What of it a statement shows by how it was paid: as much as ACH carries; null where there is none. */
export function onStatement(type: string, descriptor: string): string | null {
  if (type === "crypto") return null;
  if (type !== "bank") return descriptor;
  return descriptor.slice(0, descriptorLength.onBankStatements).trimEnd();
}

/** What is wrong with a descriptor. `blanks`: at its ends, or more than one in a row. */
export type DescriptorProblem = "length" | "signs" | "letter" | "blanks";

/** The first rule that a descriptor breaks, or null. */
export function descriptorProblem(text: string): DescriptorProblem | null {
  const { least, most } = descriptorLength;
  if (text.length < least || text.length > most) return "length";
  if (!/^[\x20-\x7e]*$/.test(text) || /[<>\\'"*]/.test(text)) return "signs";
  if (!/[A-Za-z]/.test(text)) return "letter";
  return text !== text.trim() || /\s{2}/.test(text) ? "blanks" : null;
}

/** Each problem in words, for whoever sets one. */
export const descriptorProblems: Readonly<Record<DescriptorProblem, string>> = {
  length: "5 to 22 characters",
  signs: "only Latin letters, digits and signs, none of < > \\ ' \" *",
  letter: "at least one letter",
  blanks: "no blanks at the ends, and only one between words",
};
