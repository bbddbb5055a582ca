import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
} from "libphonenumber-js/max";

/**
 * Converts a phone number to E.164 (`+14155550123`). Returns undefined for a number that is not valid in its country's
 * plan, or has an extension, which E.164 cannot hold. A number without `+` is read as a national number of `country`
 * (ISO 3166-1 alpha-2; US when unknown).
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
