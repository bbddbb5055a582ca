import luhn from "card-validator/dist/luhn-10.js";
import { brandOf } from "#contract/card-brand";
import { cardBrands } from "#contract/card-brands";
import type { CardInput } from "#contract/client/payments";
import type { FieldError } from "#contract/errors";
import { fieldError } from "../../../platform/http/api-error.ts";

const acceptedBrands: ReadonlySet<string> = new Set(cardBrands);

/** A card that passed {@link checkCard}: its brand is known, the rest is as typed. */
export interface CheckedCard extends CardInput {
  readonly brand: string;
}

/** Cards are sold for at most this many years ahead; a later year is a typing mistake. */
const longestValidityYears = 20;

/** The last place on Earth where a day ends is 12 hours behind UTC. */
const lastTimeZoneMs = 12 * 60 * 60 * 1000;

/**
 * The brand of a whole card number: null where none is known, its length is not one of the brand's, or
 * the check digit is wrong (Luhn, ISO/IEC 7812-1).
 */
export function brandOfNumber(number: string): string | null {
  const { name, lengths } = brandOf(number);
  return lengths.includes(number.length) && luhn(number) ? name : null;
}

/**
 * A card is good through the last day of its month, wherever that ends last. Own arithmetic: the
 * library's check reads the system's clock.
 */
export function expiryProblem(
  month: number,
  year: number,
  nowMs: number,
): "card_expired" | "card_expiry_invalid" | null {
  if (Date.UTC(year, month, 1) + lastTimeZoneMs <= nowMs) return "card_expired";
  const thisYear = new Date(nowMs).getUTCFullYear();
  return year > thisYear + longestValidityYears ? "card_expiry_invalid" : null;
}

/** A security code has the length that its brand has; three digits for most, four for American Express. */
export function cvcProblem(cardNumber: string, cvc: string): "card_cvc_invalid" | null {
  const { name, cvcLength } = brandOf(cardNumber);
  return name !== null && cvc.length !== cvcLength ? "card_cvc_invalid" : null;
}

/**
 * Brand, length, Luhn, expiry and the length of the CVC. Gives the card with its brand, or every
 * problem found, by field. Paths start with `card.`; nothing of the card is in the texts.
 */
export function checkCard(
  card: CardInput,
  nowMs: number,
): { ok: true; card: CheckedCard } | { ok: false; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const brand = brandOfNumber(card.number);
  if (brand === null) errors.push(fieldError("card.number", "card_number_invalid"));
  else if (!acceptedBrands.has(brand))
    errors.push(fieldError("card.number", "card_brand_unsupported"));
  const expiry = expiryProblem(card.expiryMonth, card.expiryYear, nowMs);
  if (expiry) errors.push(fieldError("card.expiryMonth", expiry));
  const cvc = cvcProblem(card.number, card.cvc);
  if (cvc) errors.push(fieldError("card.cvc", cvc));
  return errors.length > 0 || brand === null
    ? { ok: false, errors }
    : { ok: true, card: { ...card, brand } };
}
