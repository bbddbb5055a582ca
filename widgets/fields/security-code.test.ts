import { expect, it } from "vitest";
import { holderNameProblem, postalCodeProblem } from "./holder.ts";
import { editSecurityCode, securityCodeProblem } from "./security-code.ts";

const put = (text: string, cvcLength: number) =>
  editSecurityCode({ text, caret: text.length, kind: "insertText", before: "" }, cvcLength).text;

it("accepts as many digits as the brand prints", () => {
  expect(put("12345", 3)).toBe("123");
  expect(put("12345", 4)).toBe("1234");
  expect(put("12345", 0)).toBe("1234");
  expect(put("1a2 b3", 3)).toBe("123");
});

it("asks for three digits, four on American Express", () => {
  expect(securityCodeProblem("", 3)).toEqual({ code: "cvc_empty" });
  expect(securityCodeProblem("12", 3)).toEqual({ code: "cvc_incomplete", digits: 3 });
  expect(securityCodeProblem("123", 4)).toEqual({ code: "cvc_incomplete", digits: 4 });
  expect(securityCodeProblem("123", 3)).toBeNull();
  expect(securityCodeProblem("1234", 4)).toBeNull();
});

it("accepts either length while the brand is unknown", () => {
  expect(securityCodeProblem("123", 0)).toBeNull();
  expect(securityCodeProblem("1234", 0)).toBeNull();
  expect(securityCodeProblem("12", 0)).toEqual({ code: "cvc_incomplete", digits: 3 });
});

it("accepts names in every script, but no card number", () => {
  for (const name of ["Ada Lovelace", "李小龍", "José Ñandú-O’Neill", "M"]) {
    expect(holderNameProblem(name)).toBeNull();
  }
  expect(holderNameProblem("  ")).toEqual({ code: "name_empty" });
  expect(holderNameProblem("4242 4242 4242 4242")).toEqual({ code: "name_number" });
  expect(holderNameProblem("x".repeat(101))).toEqual({ code: "name_long" });
});

it("accepts any text of a postal code’s length, or none", () => {
  for (const code of ["", "94107", "SW1A 1AA", "110 00"])
    expect(postalCodeProblem(code)).toBeNull();
  expect(postalCodeProblem("1".repeat(17))).toEqual({ code: "postal_long" });
});
