import { expect, it } from "vitest";
import { currencies } from "#contract/money";
import { currencyNumber } from "./currency-numbers.ts";

it("has the number of every supported currency, each once", () => {
  const numbers = currencies.map(currencyNumber);
  for (const number of numbers) expect(number).toMatch(/^\d{3}$/);
  expect(new Set(numbers).size).toBe(currencies.length);
});
