import { expect, it } from "vitest";
import { currencies, minorDigits, toMajor } from "#contract/money";
import { amountText, moneyText } from "./money-text.ts";

it("shows every minor unit of every currency", () => {
  const wrong = currencies.filter((currency) => {
    const text = moneyText(toMajor(1_234_567, currency), currency, "en");
    return text.replace(/\D/g, "") !== "1234567";
  });
  expect(wrong).toEqual([]);
  expect(currencies.some((currency) => minorDigits(currency) === 3)).toBe(true);
});

it("writes amounts the same way in every language", () => {
  expect(moneyText(-1234.5, "HUF", "es")).toBe("-HUF\u00a01,234.50");
  expect(moneyText(12, "XYZ", "en")).toContain("12");
  expect(amountText(1234.5, "KWD")).toBe("1,234.500");
});
