import { describe, expect, test } from "vitest";
import type { CustomerData, CustomerDataUpdate } from "#contract/api/customers";
import { isIdentityChanged, mergeProfile } from "./merge-profile.ts";

const today = "2026-11-22";
const ada: CustomerData = {
  email: "ada@example.com",
  firstName: "Ada",
  middleName: null,
  lastName: "Lovelace",
  suffix: null,
  dateOfBirth: "1990-12-10",
  phoneNumber: "+14155550123",
  address: {
    line1: "1 Main St",
    line2: "Apt 2",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  },
};

function merged(current: CustomerData | null, input: CustomerDataUpdate): CustomerData {
  const result = mergeProfile(current, input, today);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.data;
}

function refusals(input: CustomerDataUpdate): string[] {
  const result = mergeProfile(ada, input, today);
  return result.ok ? [] : result.errors.map(({ path, errorCode }) => `${path}: ${errorCode}`);
}

describe("an update", () => {
  test("leaves other fields unchanged", () => {
    expect(merged(ada, {})).toEqual(ada);
    expect(merged(ada, { middleName: "King" })).toEqual({ ...ada, middleName: "King" });
  });

  test("clears fields that are null", () => {
    expect(merged(ada, { lastName: null, address: null, phoneNumber: null })).toEqual({
      ...ada,
      lastName: null,
      address: null,
      phoneNumber: null,
    });
  });

  test("replaces the whole address", () => {
    expect(merged(ada, { address: { line1: "2 Oak St" } }).address).toEqual({
      line1: "2 Oak St",
      line2: null,
      city: null,
      state: null,
      postalCode: null,
      country: null,
    });
    expect(merged(ada, { address: {} }).address).toBeNull();
  });

  test("reads a national phone number in the country of the submitted address", () => {
    const input = { phoneNumber: "020 7946 0958", address: { country: "GB" } };
    expect(merged(ada, input).phoneNumber).toBe("+442079460958");
    expect(merged(ada, { phoneNumber: "(702) 555-0199" }).phoneNumber).toBe("+17025550199");
  });

  test("reports every refused field", () => {
    expect(refusals({ email: "a+b@example.com", phoneNumber: "12" })).toEqual([
      "email: email_plus_not_allowed",
      "phoneNumber: phone_not_normalisable",
    ]);
    expect(refusals({ email: "a@mailinator.com" })).toEqual(["email: email_disposable"]);
  });

  test.each(["1899-12-31", "2026-11-23"])("refuses %s as a date of birth", (dateOfBirth) => {
    expect(refusals({ dateOfBirth })).toEqual(["dateOfBirth: invalid_value"]);
  });

  test("does not validate unchanged fields again", () => {
    const before = { ...ada, email: "old+style@example.com", phoneNumber: "+1000" };
    expect(merged(before, { suffix: "PhD" })).toEqual({ ...before, suffix: "PhD" });
  });
});

test("a new legal name or date of birth changes the identity; a new address does not", () => {
  expect(isIdentityChanged(ada, merged(ada, { lastName: "King" }))).toBe(true);
  expect(isIdentityChanged(ada, merged(ada, { dateOfBirth: "1990-12-11" }))).toBe(true);
  expect(isIdentityChanged(ada, merged(ada, { address: null, email: "ada@example.org" }))).toBe(
    false,
  );
});
