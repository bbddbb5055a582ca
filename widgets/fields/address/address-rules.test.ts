import { describe, expect, test } from "vitest";
import { requiredAddressParts } from "#contract/required-address-parts";
import data from "./address-formats.json";
import { type Address, type AddressData, createAddressRules } from "./address-rules.ts";

const rules = createAddressRules(data as AddressData);
const address = (parts: Partial<Address>): Address => ({
  line1: "1 Main Street",
  line2: "",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
  ...parts,
});

test("every country in the data has a first line, and requires only parts that it shows", () => {
  expect(rules.countries.length).toBeGreaterThan(240);
  expect(rules.countries).not.toContain("XK");
  for (const country of rules.countries) {
    const format = rules.formatOf(country);
    expect(format.parts).toContain("line1");
    for (const part of format.required) expect(format.parts).toContain(part);
    if (format.postalCodeExample !== null && format.parts.includes("postalCode")) {
      const { problems } = rules.read(address({ country, postalCode: format.postalCodeExample }));
      expect([country, problems.postalCode]).toEqual([country, undefined]);
    }
  }
});

test("requires in every country what the service requires", () => {
  for (const country of rules.countries) {
    const { required } = rules.formatOf(country);
    expect([country, ...[...required].sort()]).toEqual([
      country,
      ...[...requiredAddressParts(country)].sort(),
    ]);
  }
});

describe("the parts of a country", () => {
  test("include a state from a list and a ZIP code in the United States", () => {
    const format = rules.formatOf("US");
    expect(format.parts).toEqual(["line1", "line2", "city", "state", "postalCode"]);
    expect([...format.required]).toEqual(["line1", "city", "state", "postalCode"]);
    expect(format.postalCodeName).toBe("zip");
    expect(format.stateName).toBe("state");
    expect(format.states).toContainEqual({ code: "DC", name: "District of Columbia" });
    expect(format.postalCodeIsNumeric).toBe(true);
  });

  test("have the postal code before the city, and no state, in Germany", () => {
    expect(rules.formatOf("DE").parts).toEqual(["line1", "line2", "postalCode", "city"]);
  });

  test("include a postcode with letters and a post town in Britain", () => {
    const format = rules.formatOf("GB");
    expect(format.postalCodeIsNumeric).toBe(false);
    expect(format.cityName).toBe("post_town");
    expect(format.states).toBeNull();
  });

  test("are lines and city in a country without data", () => {
    expect(rules.formatOf("XX").parts).toEqual(["line1", "line2", "city"]);
  });
});

describe("reading an address", () => {
  test("accepts a complete one, trimmed, with the postal code as its country writes it", () => {
    const reading = rules.read(address({ line1: "  1  Main Street ", postalCode: "627011234" }));
    expect(reading.problems).toEqual({});
    expect(reading.address).toEqual(address({ postalCode: "62701-1234" }));
  });

  test("names the missing parts", () => {
    const reading = rules.read(address({ line1: " ", city: "", state: "", postalCode: "" }));
    expect(reading.problems).toEqual({
      line1: "required",
      city: "required",
      state: "required",
      postalCode: "required",
    });
  });

  test("refuses a postal code of the wrong shape", () => {
    expect(rules.read(address({ postalCode: "6270" })).problems).toEqual({
      postalCode: "postal_code_shape",
    });
    expect(rules.read(address({ country: "DE", postalCode: "ABC" })).problems).toEqual({
      postalCode: "postal_code_shape",
    });
  });

  test("accepts a state by code or name, and refuses one that does not exist", () => {
    expect(rules.read(address({ state: "illinois" })).address.state).toBe("IL");
    expect(rules.read(address({ state: "XY" })).problems).toEqual({ state: "state_unknown" });
  });

  test("only warns when the ZIP code belongs to another state", () => {
    const reading = rules.read(address({ state: "CA" }));
    expect(reading.problems).toEqual({});
    expect(reading.postalCodeOfState).toEqual({ code: "IL", name: "Illinois" });
    expect(rules.read(address({})).postalCodeOfState).toBeNull();
  });

  test("adds the space to Canadian and British codes", () => {
    const canadian = address({ country: "CA", state: "ON", postalCode: "k1a0b1" });
    expect(rules.read(canadian).address.postalCode).toBe("K1A 0B1");
    const british = address({ country: "GB", postalCode: "sw1a1aa" });
    expect(rules.read(british)).toMatchObject({
      problems: {},
      address: { postalCode: "SW1A 1AA", state: "" },
    });
  });
});

test("reads postal codes in digits of other scripts", () => {
  expect(rules.read(address({ postalCode: "٦٢٧٠١" })).address.postalCode).toBe("62701");
  expect(rules.read(address({ postalCode: "６２７０１１２３４" })).address.postalCode).toBe(
    "62701-1234",
  );
});
