/**
 * Each country's address parts, from Google's libaddressinput data (`address-formats.json`, written by
 * scripts/generate-address-formats.mjs). Pure: the data load late and are passed in.
 * Only certain errors block: a missing part, a postal code of the wrong shape, a state that does not exist. A ZIP code
 * of another state only warns, because about 150 ZIP codes cross a border.
 */

import { isCountryCode } from "#contract/regions";
import { asciiDigits } from "../digits.ts";

/** Named as in the API's `CustomerData.address`. */
export interface Address {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** A part of an address that has its own field. */
export type AddressPart = Exclude<keyof Address, "country">;

/** A country's format. Missing members have the default. */
export interface AddressFormatData {
  /** A lines, C city, S state, Z postal code; default AC. */
  order?: string;
  required?: string;
  /** Regular expression for the whole code. */
  postalCode?: string;
  example?: string;
  postalCodeName?: string;
  stateName?: string;
  cityName?: string;
  /** Code, name, and the possible beginnings of its postal codes. */
  states?: string[][];
}

/** Address formats by country code. */
export type AddressData = Record<string, AddressFormatData>;

export interface AddressFormat {
  /** The parts in the country's order. */
  parts: AddressPart[];
  required: ReadonlySet<AddressPart>;
  /** `zip`, `pin`, `eircode` or `postal`: chooses the label. */
  postalCodeName: string;
  /** `state`, `province`, `county`, …: chooses the label. */
  stateName: string;
  cityName: string;
  /** Null if the state is free text. */
  states: { code: string; name: string }[] | null;
  postalCodeExample: string | null;
  /** Whether postal codes have only digits, for the keyboard on phones. */
  postalCodeIsNumeric: boolean;
}

export type AddressProblem = "required" | "postal_code_shape" | "state_unknown" | "too_long";

/** A typed address. It can be sent if it has no problems. */
export interface AddressReading {
  /** The trimmed address, with the postal code as its country writes it. Parts that the country lacks are empty. */
  address: Address;
  problems: Partial<Record<AddressPart, AddressProblem>>;
  postalCodeOfState: { code: string; name: string } | null;
}

export interface AddressRules {
  countries: readonly string[];
  formatOf(country: string): AddressFormat;
  read(address: Address): AddressReading;
}

const partsOfLetter: Record<string, AddressPart[]> = {
  A: ["line1", "line2"],
  C: ["city"],
  S: ["state"],
  Z: ["postalCode"],
};

/** The service's limits (contract/api/customers.ts). */
const longest: Record<AddressPart, number> = {
  line1: 120,
  line2: 120,
  city: 80,
  state: 80,
  postalCode: 16,
};

/** `data` is the content of `address-formats.json`. */
export function createAddressRules(data: AddressData): AddressRules {
  const facts = (country: string): AddressFormatData => data[country] ?? {};

  function formatOf(country: string): AddressFormat {
    const format = facts(country);
    const parts = [...(format.order ?? "AC")].flatMap((letter) => partsOfLetter[letter] ?? []);
    const required = [...(format.required ?? "AC")].flatMap((letter) =>
      letter === "A" ? ["line1" as const] : (partsOfLetter[letter] ?? []),
    );
    return {
      parts,
      required: new Set(required),
      postalCodeName: format.postalCodeName ?? "postal",
      stateName: format.stateName ?? "province",
      cityName: format.cityName ?? "city",
      states: format.states?.map(([code = "", name = ""]) => ({ code, name })) ?? null,
      postalCodeExample: format.example ?? null,
      postalCodeIsNumeric:
        format.postalCode !== undefined &&
        !/[A-Z]/.test(format.postalCode.replace(/\\[a-zA-Z]/g, "")),
    };
  }

  /** The state that the postal code belongs to; null if it is the chosen state, or unknown. */
  function otherState(country: string, state: string, postalCode: string) {
    const states = facts(country).states ?? [];
    const begins = (zips: string | undefined) =>
      zips !== undefined && zips !== "" && new RegExp(`^(?:${zips})`).test(postalCode);
    const chosen = states.find(([code]) => code === state);
    if (chosen === undefined || begins(chosen[2])) return null;
    const [code, name] = states.find(([, , zips]) => begins(zips)) ?? [];
    return code === undefined || name === undefined ? null : { code, name };
  }

  return {
    // Google's data contain places without an ISO 3166-1 code (Ascension, Kosovo).
    countries: Object.keys(data).filter(isCountryCode),
    formatOf,
    read(typed) {
      const { country } = typed;
      const format = formatOf(country);
      const address: Address = {
        line1: "",
        line2: "",
        city: "",
        state: "",
        postalCode: "",
        country,
      };
      const problems: AddressReading["problems"] = {};
      for (const part of format.parts) {
        const text = typed[part].trim().replace(/\s+/g, " ");
        address[part] = part === "postalCode" ? writePostalCode(country, text) : text;
        if (text === "" && format.required.has(part)) problems[part] = "required";
        if (text.length > longest[part]) problems[part] = "too_long";
      }
      const pattern = facts(country).postalCode;
      if (address.postalCode !== "" && pattern !== undefined) {
        const fits = new RegExp(`^(?:${pattern})$`).test(address.postalCode);
        if (!fits) problems.postalCode = "postal_code_shape";
      }
      const { states } = format;
      if (address.state !== "" && states !== null) {
        const known = findState(states, address.state);
        if (known === undefined) problems.state = "state_unknown";
        else address.state = known.code;
      }
      const clean = problems.postalCode === undefined && problems.state === undefined;
      return {
        address,
        problems,
        postalCodeOfState: clean ? otherState(country, address.state, address.postalCode) : null,
      };
    },
  };
}

/** Finds a state by code or name, in any case: autofill gives either. */
export function findState<State extends { code: string; name: string }>(
  states: readonly State[],
  text: string,
): State | undefined {
  const wanted = text.trim().toLowerCase();
  return states.find(
    ({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
}

/** Upper case, with the space in Canadian and British codes and the dash in ZIP+4. */
function writePostalCode(country: string, text: string): string {
  const code = asciiDigits(text.normalize("NFKC")).toUpperCase();
  if (country === "CA") return code.replace(/^(\w\d\w)[ -]?(\d\w\d)$/, "$1 $2");
  if (country === "GB") return code.replace(/^([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/, "$1 $2");
  if (country === "US") return code.replace(/^(\d{5})[ -]?(\d{4})$/, "$1-$2");
  return code;
}
