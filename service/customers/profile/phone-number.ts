import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
} from "libphonenumber-js/max";

/**
 * Converts a phone number to E.164 (`+14155550123`). Without `+` it is a national number of `country` (ISO 3166-1
 * alpha-2; US when unknown). Undefined if its country's plan does not allow it, or with an extension, which E.164
 * cannot hold.
 */
export function normalizePhoneNumber(text: string, country: string | null): string | undefined {
  const national = country ?? "US";
  const defaultCountry: CountryCode = isSupportedCountry(national) ? national : "US";
  try {
    const number = parsePhoneNumberWithError(text, { defaultCountry, extract: false });
    return number.isValid() && number.ext === undefined ? number.number : undefined;
  } catch {
    return undefined;
  }
}
