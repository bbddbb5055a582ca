import { minorDigits } from "#contract/money";

/**
 * Converts a vendor's decimal amount to minor units, digit by digit: `"49.99"` USD is 4999. A JSON number counts by its
 * shortest decimal text. Null if it is not an amount of this currency, such as `"49.995"` USD.
 */
export function minorOfDecimal(value: string | number, currency: string): number | null {
  const digits = minorDigits(currency);
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,8}))?$/.exec(String(value));
  if (digits === undefined || !match) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  const kept = fraction.slice(0, digits).padEnd(digits, "0");
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const minor = Number(whole + kept);
  if (!Number.isSafeInteger(minor)) return null;
  return sign === "" ? minor : 0 - minor;
}
