import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
} from "libphonenumber-js/max";

/**
 * A phone number in E.164 (`+14155550123`), or undefined if it can't be brought into it: not a valid
 * number of its country's plan, or with an extension, which E.164 has no room for. A number without
 * `+` is read as a national one of `country` (ISO 3166-1 alpha-2; US when unknown).
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
