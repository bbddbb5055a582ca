import examples from "libphonenumber-js/examples.mobile.json";
import metadata from "libphonenumber-js/metadata.min.json";
import { describe, expect, test } from "vitest";
import { createPhoneRules, type PhoneData } from "./phone-rules.ts";

const rules = createPhoneRules({ metadata, examples } as unknown as PhoneData);
const e164 = (country: string, text: string) => rules.read(country, text).e164;
const problem = (country: string, text: string) => rules.read(country, text).problem;

describe("reading a number", () => {
  test("gives E.164 for a national number, however it is written", () => {
    for (const text of ["2125551234", "(212) 555-1234", "212.555.1234", " 1 212 555 1234 "]) {
      expect(e164("US", text)).toBe("+12125551234");
    }
    expect(e164("GB", "07911 123456")).toBe("+447911123456");
    expect(e164("IT", "312 345 6789")).toBe("+393123456789");
  });

  test("does not double a calling code that autofill added", () => {
    expect(e164("US", "+1 212 555 1234")).toBe("+12125551234");
    expect(e164("US", "12125551234")).toBe("+12125551234");
    expect(e164("GB", "447911123456")).toBe("+447911123456");
  });

  test("reads Arabic and full-width digits", () => {
    expect(e164("US", "٢١٢٥٥٥١٢٣٤")).toBe("+12125551234");
    expect(e164("US", "２１２５５５１２３４")).toBe("+12125551234");
  });

  test("drops letters from pasted text", () => {
    expect(e164("US", "Tel.: +1 (212) 555-1234")).toBe("+12125551234");
    expect(problem("US", "1-800-FLOWERS")).toEqual({ code: "too_short" });
    expect(problem("US", "FLOWERS")).toEqual({ code: "not_a_number" });
  });

  test("reads the Mexican mobile form of before 2019", () => {
    expect(e164("MX", "+52 1 55 1234 5678")).toBe("+525512345678");
    expect(e164("US", "+5215512345678")).toBe("+525512345678");
  });

  test("reports too short and too long, and nothing for an empty field", () => {
    expect(problem("US", "212555")).toEqual({ code: "too_short" });
    expect(problem("US", "+")).toEqual({ code: "not_a_number" });
    expect(problem("US", "21255512345678")).toEqual({ code: "too_long" });
    expect(rules.read("US", "  ")).toEqual({
      e164: null,
      country: "US",
      problem: null,
      unassigned: false,
    });
  });

  test("suggests the country in which the number would be right", () => {
    expect(problem("GB", "1 212 555 1234")).toEqual({ code: "too_long", suggestion: "US" });
  });

  test("accepts a possible number outside every known plan, with a warning", () => {
    const reading = rules.read("US", "555 555 5555");
    expect(reading).toMatchObject({ e164: "+15555555555", problem: null, unassigned: true });
  });
});

describe("the country", () => {
  test("follows a plus, as soon as the calling code is complete", () => {
    expect(rules.countryFor("US", "+4")).toBe("US");
    expect(rules.countryFor("US", "+44")).toBe("GB");
    expect(rules.countryFor("US", "+447911123456")).toBe("GB");
    expect(rules.countryFor("GB", "+1 416 555 1234")).toBe("CA");
    expect(rules.countryFor("GB", "+1")).toBe("US");
  });

  test("stays while the calling code is the same", () => {
    expect(rules.countryFor("GB", "+44 7911 123456")).toBe("GB");
    expect(rules.countryFor("CA", "+1 212 555 1234")).toBe("CA");
    expect(rules.countryFor("CA", "212 555 1234")).toBe("CA");
    expect(rules.countryFor("KZ", "+7 916 123 45 67")).toBe("KZ");
  });

  test("follows a number with the country's prefix for calls abroad", () => {
    expect(rules.countryFor("GB", "00 33 6 12 34 56 78")).toBe("FR");
    expect(e164("GB", "00 33 6 12 34 56 78")).toBe("+33612345678");
  });
});

test("formats a number for its country, and leaves half a number alone", () => {
  expect(rules.toNational("US", "+12125551234")).toBe("(212) 555-1234");
  expect(rules.toNational("GB", "+447911123456")).toBe("07911 123456");
  expect(rules.toNational("US", "212 5")).toBe("212 5");
  expect(rules.toNational("US", "+44 7911 123456")).toBe("+44 7911 123456");
});

test("changes to a pasted or autofilled number's country, and removes its code once", () => {
  expect(rules.settle("US", "+447911123456")).toEqual({ country: "GB", text: "07911 123456" });
  expect(rules.settle("US", "+1 212 555 1234")).toEqual({ country: "US", text: "(212) 555-1234" });
  expect(rules.settle("US", "12125551234")).toEqual({ country: "US", text: "(212) 555-1234" });
  expect(rules.settle("US", "+44 79")).toEqual({ country: "GB", text: "+44 79" });
});

test("has an example for the hint", () => {
  expect(rules.example("US")).toBe("(201) 555-0123");
  expect(rules.example("XX")).toBe("");
});
