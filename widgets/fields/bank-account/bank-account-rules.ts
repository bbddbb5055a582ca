import luhn from "card-validator/dist/luhn-10";
import { isRoutingNumber } from "../../../contract/routing-number.ts";
import { brandOf } from "../card-brand.ts";
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

/** Whether somebody seems to have typed their card's number: of a brand's range and length, and with its check digit. */
export function looksLikeCard(value: string): boolean {
  if (!/^\d{15,}$/.test(value)) return false;
  const { name, lengths } = brandOf(value);
  return name !== null && lengths.includes(value.length) && luhn(value);
}
