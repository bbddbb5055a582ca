import { isRoutingNumber } from "#contract/routing-number";
import { digitsOf } from "../digits.ts";
import { inGroups } from "../grouped-field.tsx";

/** Why some digits are no routing number. */
export type RoutingNumberProblem = "empty" | "incomplete" | "wrong";

/** Judges the digits of an ABA routing number. */
export function routingNumberProblem(digits: string): RoutingNumberProblem | null {
  if (digits === "") return "empty";
  if (digits.length !== 9) return "incomplete";
  return isRoutingNumber(digits) ? null : "wrong";
}

/** Why a text is no account number. */
export type AccountNumberProblem =
  | "empty"
  | "characters"
  | "too_short"
  | "too_long"
  | "same_as_routing";

/**
 * An account number without its spaces. Letters and whatever else stays: an account number that lost
 * a letter on the way would be somebody else's.
 */
export function cleanAccountNumber(text: string): string {
  return [...text.replace(/[\s\u200b]/g, "")]
    .map((character) => digitsOf(character) || character)
    .join("");
}

/** In groups of four while it is all digits. */
export function layOutAccountNumber(value: string): string {
  return /^\d*$/.test(value) ? inGroups(value, 4) : value;
}

/** 4 to 17 letters, digits or hyphens, as a NACHA entry carries them. */
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
 * Whether somebody seems to have typed their card's number: begun as the usual brands begin, of their
 * length, and with the check digit (ISO/IEC 7812-1, annex B). The card form's table of brands is not
 * needed for a hint.
 */
export function looksLikeCard(value: string): boolean {
  const isCard = /^(3[47]\d{13}|4\d{15}|(5[1-5]|2[2-7]|6[0245])\d{14})$/.test(value);
  return isCard && sumOfDoubled(value) % 10 === 0;
}

/** The digits' sum with every second one, from the right, doubled and its own digits added. */
function sumOfDoubled(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}
