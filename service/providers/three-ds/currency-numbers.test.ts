import { expect, it } from "vitest";
import { currencies } from "#contract/money";
import { currencyNumber } from "./currency-numbers.ts";

it("knows the number of every currency that is taken, each once", () => {
  const numbers = currencies.map(currencyNumber);
  for (const number of numbers) expect(number).toMatch(/^\d{3}$/);
  expect(new Set(numbers).size).toBe(currencies.length);
});
