import { digitsOf } from "./digits.ts";
import type { FieldProblem } from "./field-problem.ts";

/** Allows letters of any script, up to 100 characters; never a card number. */
export function holderNameProblem(text: string): FieldProblem | null {
  const name = text.trim();
  if (name === "") return { code: "name_empty" };
  if (digitsOf(name).length >= 8) return { code: "name_number" };
  return name.length > 100 ? { code: "name_long" } : null;
}

/** Checks only the length: postal codes differ too much, and some countries have none. */
export function postalCodeProblem(text: string): FieldProblem | null {
  return text.trim().length > 16 ? { code: "postal_long" } : null;
}
