import { brandOf } from "#contract/card-brand";
import { digitsOf } from "./digits.ts";
import { type Edit, type Edited, reformatDigits } from "./edit.ts";
import type { FieldProblem } from "./field-problem.ts";

/** Formats a number in groups as the brand prints them: `4242 4242 …`, `3782 822463 10005`. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text);
  const { gaps, lengths } = brandOf(digits);
  const end = Math.min(digits.length, lengths[lengths.length - 1] ?? 0);
  let spaced = "";
  let start = 0;
  for (const gap of gaps) {
    if (gap >= end) break;
    spaced += `${digits.slice(start, gap)} `;
    start = gap;
  }
  return spaced + digits.slice(start, end);
}

/** Like {@link formatCardNumber}, but keeps the caret. */
export function editCardNumber(edit: Edit): Edited {
  return reformatDigits(edit, formatCardNumber);
}

/** Whether the text is formatted already. Then the caret does not matter. */
export function isFormattedCardNumber(text: string): boolean {
  return formatCardNumber(text) === text;
}

/** Checks the length by brand, then the Luhn digit (ISO/IEC 7812-1). */
export function cardNumberProblem(text: string): FieldProblem | null {
  const digits = digitsOf(text);
  if (digits === "") return { code: "number_empty" };
  const { lengths } = brandOf(digits);
  if (!lengths.includes(digits.length)) return { code: "number_incomplete" };
  return isLuhnValid(digits) ? null : { code: "number_invalid" };
}

/** A doubled digit counts as the sum of its digits. */
const doubled = "0246813579";

/**
 * Replaces card-validator's check: that is a CommonJS module, and loading it takes three times as much code. A test
 * checks that both agree.
 */
export function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, index) => {
    return sum + Number(index % 2 === 1 ? doubled[Number(digit)] : digit);
  }, 0);
  return sum % 10 === 0;
}
