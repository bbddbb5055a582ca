import { describe, expect, test } from "vitest";
import {
  address as addressSchema,
  createCustomer,
  customerDataUpdate,
  emailAddress,
} from "./customers.ts";

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe("the schema of e-mail addresses", () => {
  test.each([
    "a@b.co",
    "First.Last@Example.COM",
    "o'brien@x-y.example",
    "a+b@c.io",
    "x@xn--80ak6aa92e.com",
  ])("accepts %s", (address) => expect(accepts(emailAddress, address)).toBe(true));

  test.each([
    "",
    "plain",
    "@b.co",
    "a@b",
    "a@@b.co",
    ".a@b.co",
    "a..b@c.io",
    "a@b.co.",
    "a@-b.co",
    "a b@c.io",
    "a@b.co\nbcc:x@y.z",
    `${"a".repeat(65)}@b.co`,
    `a@${"b".repeat(64)}.co`,
    "a@[127.0.0.1]",
    42,
  ])("refuses %j", (address) => expect(accepts(emailAddress, address)).toBe(false));

  test("removes spaces around an address", () => {
    expect(emailAddress.parse("  a@b.co ")).toBe("a@b.co");
  });
});

describe("the schema of postal addresses", () => {
  test.each([
    {},
    { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501", country: "US" },
    { line1: null, postalCode: "89501-1234" },
    { line1: "Calle Mayor 1", city: "Madrid", state: "Madrid", postalCode: "28013", country: "ES" },
    { country: "IE", postalCode: "D02 AF30" },
  ])("accepts %j", (address) => expect(accepts(addressSchema, address)).toBe(true));

  test.each([
    { country: "us" },
    { country: "XX" },
    { country: "US", state: "Nevada" },
    { state: "nv" },
    { country: "US", postalCode: "8950" },
    { line1: "" },
    { line1: "   " },
    { line1: "a\u0000b" },
    { street: "1 Main St" },
    "1 Main St",
  ])("refuses %j", (address) => expect(accepts(addressSchema, address)).toBe(false));
});

describe("the schemas of customers", () => {
  const data = { email: "a@b.co" };

  test("require an id and an e-mail address, and accept the deprecated flag", () => {
    expect(accepts(createCustomer, { externalCustomerId: "c-1", data })).toBe(true);
    const flagged = { externalCustomerId: "c-1", data, verifyAfterCreation: true };
    expect(accepts(createCustomer, flagged)).toBe(true);
    expect(accepts(createCustomer, { data })).toBe(false);
    expect(accepts(createCustomer, { externalCustomerId: "c-1", data: {} })).toBe(false);
    expect(accepts(createCustomer, { externalCustomerId: "c-1" })).toBe(false);
  });

  test.each(["kyc-for-review", ".", "..", "a b", "a/b", ""])(
    "refuse the id %j, which cannot be part of a path",
    (externalCustomerId) =>
      expect(accepts(createCustomer, { externalCustomerId, data })).toBe(false),
  );

  test("refuse unknown fields", () => {
    expect(accepts(customerDataUpdate, { emial: "a@b.co" })).toBe(false);
  });

  test("accept null to clear any field except the e-mail address", () => {
    expect(accepts(customerDataUpdate, { lastName: null, address: null })).toBe(true);
    expect(accepts(customerDataUpdate, { email: null })).toBe(false);
  });

  test.each(["1990-02-30", "90-01-01", "1990-1-1", "01/02/1990", ""])(
    "refuse the date of birth %j",
    (dateOfBirth) => expect(accepts(customerDataUpdate, { dateOfBirth })).toBe(false),
  );
});
