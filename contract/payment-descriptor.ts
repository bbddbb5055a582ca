/**
 * The text on the customer's statement. The card schemes' rule, as acquirers apply it: 5 to 22 Latin characters, at
 * least one letter, none of `< > \ ' " *` (the asterisk separates a processor's prefix). ACH shows the first 16
 * characters as the company name.
 */
export const descriptorLength = { least: 5, most: 22, onBankStatements: 16 } as const;

/** What a statement shows: 16 characters for ACH, null for crypto. */
export function onStatement(type: string, descriptor: string): string | null {
  if (type === "crypto") return null;
  if (type !== "bank") return descriptor;
  return descriptor.slice(0, descriptorLength.onBankStatements).trimEnd();
}

/** `spaces`: at the ends, or several in a row. */
export type DescriptorProblem = "length" | "characters" | "letter" | "spaces";

/** The first broken rule, or null. */
export function descriptorProblem(text: string): DescriptorProblem | null {
  const { least, most } = descriptorLength;
  if (text.length < least || text.length > most) return "length";
  if (!/^[\x20-\x7e]*$/.test(text) || /[<>\\'"*]/.test(text)) return "characters";
  if (!/[A-Za-z]/.test(text)) return "letter";
  return text !== text.trim() || /\s{2}/.test(text) ? "spaces" : null;
}

/** Each problem in operators' words. */
export const descriptorProblems: Readonly<Record<DescriptorProblem, string>> = {
  length: "5 to 22 characters",
  characters: "only Latin letters, digits and punctuation, none of < > \\ ' \" *",
  letter: "at least one letter",
  spaces: "no spaces at the ends, and only one between words",
};
