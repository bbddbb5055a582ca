import { expect, test } from "vitest";
import { explainsAmount } from "./exchange-rate.ts";

test.each<[string, number, string, number, string, boolean]>([
  ["1.1", 4800, "EUR", 5280, "USD", true],
  // 1.1 means 1.05 to 1.15.
  ["1.1", 4800, "EUR", 5520, "USD", true],
  ["1.1", 4800, "EUR", 5522, "USD", false],
  ["1.1000", 4800, "EUR", 5280, "USD", true],
  ["1.1000", 4800, "EUR", 5281, "USD", false],
  ["1.10000", 4800, "EUR", 5281, "USD", false],
  ["0.00640000", 1_000_000, "JPY", 640_000, "USD", true],
  ["0.00640000", 1_000_000, "JPY", 640_003, "USD", false],
  ["156.250000", 640_000, "USD", 1_000_000, "JPY", true],
  ["3.250000", 1_000_000, "KWD", 325_000, "USD", true],
  ["1.123456789012345", 900_719_925_474, "EUR", 1_011_919_915_272, "USD", true],
  ["", 4800, "EUR", 5280, "USD", false],
  ["-1.1", 4800, "EUR", 5280, "USD", false],
  ["1e2", 4800, "EUR", 5280, "USD", false],
])(
  "at a rate of %s, %d %s can become %d %s: %s",
  (rate, minor, currency, toMinor, toCurrency, expected) => {
    const converted = { minor: toMinor, currency: toCurrency };
    expect(explainsAmount(rate, { minor, currency }, converted)).toBe(expected);
  },
);
