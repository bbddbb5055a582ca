import { digitsOf } from "./digits.ts";
import { type Edit, type Edited, reformatDigits } from "./edit.ts";
import type { FieldProblem } from "./field-problem.ts";

/** Keeps only digits, at most as many as the brand's codes have (4 while the brand is unknown). */
export function editSecurityCode(edit: Edit, cvcLength: number): Edited {
  return reformatDigits(edit, (digits) => digits.slice(0, cvcLength || 4));
}

/** A code has three digits, or four on American Express. Both are accepted while the brand is unknown. */
export function securityCodeProblem(text: string, cvcLength: number): FieldProblem | null {
  const { length } = digitsOf(text);
  if (length === 0) return { code: "cvc_empty" };
  const fits = cvcLength ? length === cvcLength : length === 3 || length === 4;
  return fits ? null : { code: "cvc_incomplete", digits: cvcLength || 3 };
}
