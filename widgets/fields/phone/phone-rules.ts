/**
 * Reads the text of a phone field. Pure: libphonenumber's data is loaded late and passed in.
 * Invariants:
 * - A possible number is never blocked. One outside every known plan only warns, because new prefixes reach the data
 *   late. The service decides with the full data.
 * - A calling code selects its country. The selector does not change between countries that share the code: a British
 *   number must not change it to Guernsey.
 */

import {
  type Examples,
  getExampleNumber,
  type MetadataJson,
  type CountryCode as NumberCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/core";
import { asciiDigits } from "../digits.ts";
import {
  callingCodeOf,
  countriesOf,
  leadingCallingCode,
  type PhoneCountry,
} from "./calling-codes.ts";

/** `suggestion`: a country where the number would be valid. */
export interface PhoneProblem {
  code: "too_short" | "too_long" | "not_a_number";
  suggestion?: PhoneCountry;
}

/** A reading of the field's text: empty, a number or a problem. */
export interface PhoneReading {
  /** The number, such as `+14155552671`, or null. */
  e164: string | null;
  country: PhoneCountry;
  problem: PhoneProblem | null;
  /** The length is right, but no known numbering plan contains it. Warn and accept. */
  unassigned: boolean;
}

/** The data of libphonenumber-js. */
export interface PhoneData {
  metadata: MetadataJson;
  examples: Examples;
}

export interface PhoneRules {
  read(country: PhoneCountry, text: string): PhoneReading;
  /** The number in national format; the text unchanged if it is not a number. */
  toNational(country: PhoneCountry, text: string): string;
  /** The country that the text implies; otherwise `country`. */
  countryFor(country: PhoneCountry, text: string): PhoneCountry;
  /** For a complete number (pasted, autofilled, left): its country and national format. */
  settle(country: PhoneCountry, text: string): { country: PhoneCountry; text: string };
  /** An example for the hint: `(201) 555-0123`. */
  example(country: PhoneCountry): string;
}

/** Calling codes that several countries share; the area code tells them apart. */
const splitByAreaCode = new Set(["1", "7"]);

/** ASCII digits and a leading plus, without letters and punctuation ("Tel.: 212-555-1234"). */
export function cleanPhoneText(text: string): string {
  const ascii = asciiDigits(text.normalize("NFKC"));
  const digits = ascii.replace(/\D/g, "");
  const plus = /^[^\d]*\+/.test(ascii) ? "+" : "";
  return dropOldMexicanMobileDigit(plus + digits);
}

/** Until 2019, Mexican mobile numbers began with +52 1. Address books still contain them. */
function dropOldMexicanMobileDigit(text: string): string {
  return text.length === 14 && text.startsWith("+521") ? `+52${text.slice(4)}` : text;
}

/** `metadata.min.json` is enough for lengths. */
export function createPhoneRules({ metadata, examples }: PhoneData): PhoneRules {
  function parse(country: PhoneCountry, clean: string): PhoneNumber | undefined {
    return parsePhoneNumberFromString(
      clean,
      { defaultCountry: country as NumberCountry, extract: false },
      metadata,
    );
  }

  function countryOfNumber(number: PhoneNumber): PhoneCountry | undefined {
    const code = number.countryCallingCode;
    return (splitByAreaCode.has(code) ? number.country : undefined) ?? countriesOf(code)[0];
  }

  function countryFor(country: PhoneCountry, text: string): PhoneCountry {
    const clean = cleanPhoneText(text);
    const number = parse(country, clean);
    const code = clean.startsWith("+")
      ? leadingCallingCode(clean.slice(1))
      : number?.isPossible()
        ? number.countryCallingCode
        : null;
    if (code === null || code === callingCodeOf(country)) return country;
    return (number && countryOfNumber(number)) ?? countriesOf(code)[0] ?? country;
  }

  /** Finds another country for digits such as "1 212 555 1234" with Britain selected. */
  function suggest(country: PhoneCountry, clean: string): PhoneCountry | undefined {
    if (clean.startsWith("+")) return undefined;
    const elsewhere = parse(country, `+${clean}`);
    if (!elsewhere?.isValid() || elsewhere.countryCallingCode === callingCodeOf(country)) return;
    return countryOfNumber(elsewhere);
  }

  function toNational(country: PhoneCountry, text: string): string {
    const number = parse(country, cleanPhoneText(text));
    if (!number?.isPossible() || number.countryCallingCode !== callingCodeOf(country)) return text;
    return number.formatNational();
  }

  return {
    countryFor,
    toNational,
    settle(selected, text) {
      const country = countryFor(selected, text);
      return { country, text: toNational(country, text) };
    },
    read(selected, text) {
      const clean = cleanPhoneText(text);
      const country = countryFor(selected, text);
      const none = { e164: null, country, problem: null, unassigned: false };
      if (text.trim() === "") return none;
      const number = parse(country, clean);
      if (number?.isPossible()) {
        return { ...none, e164: number.number, unassigned: !number.isValid() };
      }
      const length = validatePhoneNumberLength(clean, country as NumberCountry, metadata);
      const code =
        length === "TOO_LONG" ? "too_long" : /\d/.test(clean) ? "too_short" : "not_a_number";
      const suggestion = suggest(country, clean);
      return { ...none, problem: suggestion === undefined ? { code } : { code, suggestion } };
    },
    example(country) {
      return getExampleNumber(country as NumberCountry, examples, metadata)?.formatNational() ?? "";
    },
  };
}
