/**
 * Reads what somebody typed into a phone field. Pure; libphonenumber's data are passed in, because
 * they are loaded late.
 *
 * What it must guarantee:
 * - A possible number is never blocked; one that no plan knows yet only warns, since new prefixes
 *   reach the data late. The service decides with the full data.
 * - A number typed with its calling code names its country; but the selector stays where it is as
 *   long as the calling code is the same (a British number must not turn it to Guernsey).
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
import {
  callingCodeOf,
  countriesOf,
  leadingCallingCode,
  type PhoneCountry,
} from "./calling-codes.ts";

/** Why a number can't be used. `suggestion`: the country in which it could. */
export interface PhoneProblem {
  code: "too_short" | "too_long" | "not_a_number";
  suggestion?: PhoneCountry;
}

/** What a text means in a country. Exactly one of: empty, a number, a problem. */
export interface PhoneReading {
  /** +14155552671, or null */
  e164: string | null;
  country: PhoneCountry;
  problem: PhoneProblem | null;
  /** The length fits but no numbering plan known here has it: say so, let it pass. */
  unassigned: boolean;
}

/** The two data files of libphonenumber-js that the rules need. */
export interface PhoneData {
  metadata: MetadataJson;
  examples: Examples;
}

/** See {@link createPhoneRules}. */
export interface PhoneRules {
  read(country: PhoneCountry, text: string): PhoneReading;
  /** The number as people of the country write it, or the text unchanged while it is none. */
  toNational(country: PhoneCountry, text: string): string;
  /** Where the selector belongs for this text; the same country when the text doesn't say. */
  countryFor(country: PhoneCountry, text: string): PhoneCountry;
  /** Selector and text once a number is whole (pasted, autofilled, left): switched, then national. */
  settle(country: PhoneCountry, text: string): { country: PhoneCountry; text: string };
  /** A number for the hint: `(201) 555-0123`. */
  example(country: PhoneCountry): string;
}

/** Calling codes shared by countries that really differ by area code. */
const splitByAreaCode = new Set(["1", "7"]);

/** Digits in ASCII and a leading plus; letters and punctuation go ("Tel.: 212-555-1234"). */
export function cleanPhoneText(text: string): string {
  const ascii = text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  const digits = ascii.replace(/\D/g, "");
  const plus = /^[^\d]*\+/.test(ascii) ? "+" : "";
  return dropOldMexicanMobileDigit(plus + digits);
}

/** Until 2019 mobiles in Mexico were called as +52 1 …; address books still hold them. */
function dropOldMexicanMobileDigit(text: string): string {
  return text.length === 14 && text.startsWith("+521") ? `+52${text.slice(4)}` : text;
}

/** The rules over libphonenumber's data; `metadata.min.json` is enough for lengths. */
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

  /** "1 212 555 1234" with Britain selected: the digits are a number elsewhere. */
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
