import { expect, it } from "vitest";
import { asciiDigits, digitsOf, positionAfterDigits } from "./digits.ts";

it("reads the digits of any script and drops everything else", () => {
  expect(digitsOf("4242-4242 4242.4242")).toBe("4242424242424242");
  expect(digitsOf("４２٤٢ ۴۲४२")).toBe("42424242");
  expect(digitsOf("no digits – at all")).toBe("");
});

it("finds the caret's position by counting digits, not characters", () => {
  expect(positionAfterDigits("4242 4242", 0)).toBe(0);
  expect(positionAfterDigits("4242 4242", 4)).toBe(4);
  expect(positionAfterDigits("4242 4242", 5)).toBe(6);
  expect(positionAfterDigits("4242", 9)).toBe(4);
});

it("keeps everything but the digits of other scripts", () => {
  expect(asciiDigits("٠٩/۰۹ ०९ ０９ K1A-é")).toBe("09/09 09 09 K1A-é");
});
