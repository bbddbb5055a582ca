import luhn from "card-validator/dist/luhn-10.js";
import { brandOf } from "#contract/card-brand";
import { cardBrands } from "#contract/card-brands";
import type { CardInput } from "#contract/client/payments";
import type { FieldError } from "#contract/error-response";
import { fieldError } from "../../../platform/http/api-error.ts";

const acceptedBrands: ReadonlySet<string> = new Set(cardBrands);

export interface CheckedCard extends CardInput {
  readonly brand: string;
}

/** No card is valid for more years. A later year is a typing mistake. */
const longestValidityYears = 20;

/** The last time zone in which a day ends is UTC-12. */
const lastTimeZoneMs = 12 * 60 * 60 * 1000;

/**
 * The brand of a complete number; null for an unknown brand, a wrong length for the brand, or a wrong check digit
 * (Luhn, ISO/IEC 7812-1).
 */
export function brandOfNumber(number: string): string | null {
  const { name, lengths } = brandOf(number);
  return lengths.includes(number.length) && luhn(number) ? name : null;
}

/**
 * A card is valid until its month has ended everywhere on Earth. The library's check is not used, because it reads the
 * system clock.
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

/** Four digits for American Express, three for other brands. */
export function cvcProblem(cardNumber: string, cvc: string): "card_cvc_invalid" | null {
  const { name, cvcLength } = brandOf(cardNumber);
  return name !== null && cvc.length !== cvcLength ? "card_cvc_invalid" : null;
}

/**
 * Returns the card with its brand, or every problem by field: brand, length, Luhn, expiry and the length of the CVC.
 * Paths start with `card.`. Error texts never contain card data.
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
