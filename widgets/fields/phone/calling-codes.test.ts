import metadata from "libphonenumber-js/metadata.min.json";
import { expect, test } from "vitest";
import { callingCodeOf, countriesOf, leadingCallingCode, phoneCountries } from "./calling-codes.ts";

test("knows the same countries and calling codes as libphonenumber", () => {
  const libraryCodes = Object.entries(metadata.country_calling_codes as Record<string, string[]>)
    .map(([code, countries]) => [code, countries.filter((country) => /^[A-Z]{2}$/.test(country))])
    .filter(([, countries]) => countries?.length) as [string, string[]][];
  expect(libraryCodes.length).toBeGreaterThan(200);
  for (const [code, countries] of libraryCodes) expect(countriesOf(code)).toEqual(countries);
  expect(phoneCountries).toHaveLength(libraryCodes.flatMap(([, countries]) => countries).length);
});

test("finds a country's calling code, and none for an unknown country", () => {
  expect(callingCodeOf("GB")).toBe("44");
  expect(callingCodeOf("XX")).toBeUndefined();
});

test("recognizes the calling code as soon as there are enough digits", () => {
  expect(leadingCallingCode("")).toBeNull();
  expect(leadingCallingCode("4")).toBeNull();
  expect(leadingCallingCode("44")).toBe("44");
  expect(leadingCallingCode("35")).toBeNull();
  expect(leadingCallingCode("353871234567")).toBe("353");
  expect(leadingCallingCode("12125551234")).toBe("1");
});
