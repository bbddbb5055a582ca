import { expect, it } from "vitest";
import { minorOfTyped } from "./typed-amount.ts";

it.each([
  ["43.21", "USD", 4321],
  ["43", "JPY", 43],
  ["1.234", "KWD", 1234],
])("reads %s %s as %d", (typed, currency, minor) => {
  expect(minorOfTyped(typed, currency)).toBe(minor);
});

it.each([
  ["", "USD"],
  ["0", "USD"],
  ["-1", "USD"],
  ["1,234", "USD"],
  ["1,234", "KWD"],
  ["1,234.50", "USD"],
  ["43.215", "USD"],
  ["43,21", "USD"],
  ["1e3", "USD"],
])("refuses %s %s", (typed, currency) => {
  expect(minorOfTyped(typed, currency)).toBeUndefined();
});
