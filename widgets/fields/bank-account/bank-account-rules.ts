import { isRoutingNumber } from "#contract/routing-number";
import { digitsOf } from "../digits.ts";
import { inGroups } from "../grouped-field.tsx";

export type RoutingNumberProblem = "empty" | "incomplete" | "wrong";

/** Checks the digits of an ABA routing number. */
export function routingNumberProblem(digits: string): RoutingNumberProblem | null {
  if (digits === "") return "empty";
  if (digits.length !== 9) return "incomplete";
  return isRoutingNumber(digits) ? null : "wrong";
}

export type AccountNumberProblem =
  | "empty"
  | "characters"
  | "too_short"
  | "too_long"
  | "same_as_routing";

/** Removes only spaces: an account number that lost a letter would be someone else's. */
export function cleanAccountNumber(text: string): string {
  return [...text.replace(/[\s\u200b]/g, "")]
    .map((character) => digitsOf(character) || character)
    .join("");
}

/** Groups the number in fours while it has only digits. */
export function layOutAccountNumber(value: string): string {
  return /^\d*$/.test(value) ? inGroups(value, 4) : value;
}

/** 4 to 17 letters, digits or hyphens, as a Nacha entry carries them. */
export function accountNumberProblem(
  value: string,
  routingNumber: string,
): AccountNumberProblem | null {
  if (value === "") return "empty";
  if (!/^[A-Za-z0-9-]*$/.test(value)) return "characters";
  if (value.length < 4) return "too_short";
  if (value.length > 17) return "too_long";
  return value === routingNumber ? "same_as_routing" : null;
}

/**
 * Whether the value has a card's common prefix and length, and a correct check digit (ISO/IEC 7812-1, annex B). A hint
 * needs no table of brands.
 */
export function looksLikeCard(value: string): boolean {
  const isCard = /^(3[47]\d{13}|4\d{15}|(5[1-5]|2[2-7]|6[0245])\d{14})$/.test(value);
  return isCard && sumOfDoubled(value) % 10 === 0;
}

/** Luhn: from the right, every second digit is doubled and its digits added. */
function sumOfDoubled(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}
