import { expect, test } from "vitest";
import { requiredAddressParts } from "./required-address-parts.ts";

test("an address in the United States needs line, city, state and ZIP code", () => {
  expect(requiredAddressParts("US")).toEqual(["line1", "city", "state", "postalCode"]);
  expect(requiredAddressParts(null)).toEqual(requiredAddressParts("US"));
});

test("other countries need only the parts they use: no state in Germany, no city in Singapore", () => {
  expect(requiredAddressParts("DE")).toEqual(["line1", "city", "postalCode"]);
  expect(requiredAddressParts("SG")).toEqual(["line1", "postalCode"]);
  expect(requiredAddressParts("AO")).toEqual(["line1", "city"]);
  expect(requiredAddressParts("XX")).toEqual(["line1", "city"]);
});
