import { expect, test } from "vitest";
import type { CustomerData } from "#contract/api/customers";
import { legalNameAndAddress, missingCustomerData } from "./missing-customer-data.ts";

const nobody: CustomerData = {
  email: "a@example.com",
  firstName: null,
  middleName: null,
  lastName: null,
  suffix: null,
  dateOfBirth: null,
  phoneNumber: null,
  address: null,
};

test("missing fields are returned as paths, in the requested order", () => {
  expect(missingCustomerData(nobody, ["lastName", "email", "address.line1"])).toEqual([
    "lastName",
    "address.line1",
  ]);
});

test("only the missing parts of an incomplete address are returned", () => {
  const address = {
    line1: "1 Main St",
    line2: null,
    city: "Reno",
    state: null,
    postalCode: "89501",
    country: null,
  };
  const named = { ...nobody, firstName: "Ada", lastName: "Lovelace", address };
  expect(missingCustomerData(named, legalNameAndAddress)).toEqual([
    "address.state",
    "address.country",
  ]);
});

test("parts that the customer's country does not use are not missing", () => {
  const address = {
    line1: "Hauptstraße 1",
    line2: null,
    city: "Köln",
    state: null,
    postalCode: "50667",
    country: "DE",
  };
  expect(missingCustomerData({ ...nobody, address }, legalNameAndAddress)).toEqual([
    "firstName",
    "lastName",
  ]);
});
