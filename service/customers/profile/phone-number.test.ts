import { expect, test } from "vitest";
import { normalizePhoneNumber } from "./phone-number.ts";

test.each([
  ["(415) 555-0123", null, "+14155550123"],
  ["415.555.0123", "US", "+14155550123"],
  ["1 415 555 0123", "US", "+14155550123"],
  ["+44 20 7946 0958", "US", "+442079460958"],
  ["020 7946 0958", "GB", "+442079460958"],
  ["0044 20 7946 0958", "DE", "+442079460958"],
  ["612 34 56 78", "ES", "+34612345678"],
  ["809-555-0123", "DO", "+18095550123"],
  ["(415) 555-0123", "AQ", "+14155550123"],
])("%s in %s is %s", (text, country, expected) =>
  expect(normalizePhoneNumber(text, country)).toBe(expected),
);

test.each([
  ["12345", "US"],
  ["+1 555", "US"],
  ["020 7946 0958", "US"],
  ["call me", "US"],
  ["my number is 415 555 0123", "US"],
  ["415-555-0123 ext. 9", "US"],
  ["+999 123 456 789", null],
  ["", "US"],
])("%s in %s can't be normalised", (text, country) =>
  expect(normalizePhoneNumber(text, country)).toBeUndefined(),
);
