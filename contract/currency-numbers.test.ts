import { expect, it } from "vitest";
import { currencyNumber, currencyOfNumber } from "./currency-numbers.ts";
import { currencies } from "./money.ts";

it("has the number of every supported currency, each once", () => {
  const numbers = currencies.map(currencyNumber);
  for (const number of numbers) expect(number).toMatch(/^\d{3}$/);
  expect(new Set(numbers).size).toBe(currencies.length);
});

it("finds every currency by its number", () => {
  const found = currencies.map((code) => currencyOfNumber(currencyNumber(code) ?? ""));
  expect(found).toEqual(currencies);
  expect(currencyOfNumber("999")).toBeUndefined();
});
