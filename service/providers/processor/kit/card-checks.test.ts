import { expect, test } from "vitest";
import { avsResultOf, cvcResultOf } from "./card-checks.ts";

test.each([
  ["Y", "match"],
  ["X", "match"],
  ["A", "address_only"],
  ["Z", "postal_code_only"],
  ["W", "postal_code_only"],
  ["N", "no_match"],
  ["U", "not_checked"],
  ["B", undefined],
  ["", undefined],
  ["toString", undefined],
  [null, undefined],
  [["Y"], undefined],
])("the address check %j is %s", (letter, result) => {
  expect(avsResultOf(letter)).toBe(result);
});

test("a vendor's own meaning of a letter takes precedence", () => {
  expect(avsResultOf("B", { B: "not_checked" })).toBe("not_checked");
  expect(avsResultOf("Y", { B: "not_checked" })).toBe("match");
});

test.each([
  ["M", "match"],
  ["N", "no_match"],
  ["P", "not_checked"],
  ["", undefined],
  ["constructor", undefined],
])("the check of the security code %j is %s", (letter, result) => {
  expect(cvcResultOf(letter)).toBe(result);
});
