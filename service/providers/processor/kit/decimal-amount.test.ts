import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toDecimalText } from "#contract/money";
import { minorOfDecimal } from "./decimal-amount.ts";

describe("a vendor's decimal amount", () => {
  test.each([
    ["49.99", "USD", 4999],
    ["0.01", "USD", 1],
    ["1.15", "USD", 115],
    ["5", "USD", 500],
    ["5.0000", "USD", 500],
    [45.5, "USD", 4550],
    [1.15, "USD", 115],
    ["-1.01", "USD", -101],
    ["0.00", "USD", 0],
    ["500", "JPY", 500],
    ["1.234", "KWD", 1234],
  ])("%s %s is %d", (value, currency, minor) => {
    expect(minorOfDecimal(value, currency)).toBe(minor);
  });

  test.each([
    ["49.995", "USD"],
    ["1.5", "JPY"],
    ["", "USD"],
    [".50", "USD"],
    ["1,000.00", "USD"],
    ["1e3", "USD"],
    [1e21, "USD"],
    [Number.NaN, "USD"],
    ["9999999999999", "USD"],
    ["5.00", "XXX"],
  ])("%s %s is not an amount", (value, currency) => {
    expect(minorOfDecimal(value, currency)).toBeNull();
  });

  test("is the inverse of the text that requests have", () => {
    const amount = fc.integer({ min: 1, max: 99_999_999_999 });
    fc.assert(
      fc.property(amount, fc.constantFrom("USD", "JPY", "KWD"), (minor, currency) => {
        expect(minorOfDecimal(toDecimalText(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});
