import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAmount } from "#contract/money";
import { priceOf, toBreakdown } from "./price.ts";

it("shows parts that add up exactly to the total, for every number of decimals", () => {
  const minor = fc.integer({ min: 0, max: 30_000_000_000 });
  fc.assert(
    fc.property(
      minor,
      minor,
      minor,
      fc.constantFrom("USD", "JPY", "KWD"),
      (base, feesMinor, taxMinor, currency) => {
        const price = priceOf(base + 1, currency, { feesMinor, taxMinor });
        expect(price.totalMinor).toBe(base + 1 + feesMinor + taxMinor);
        const shown = parseAmount(toBreakdown(price).total, currency);
        if (shown.ok) expect(shown.amountMinor).toBe(price.totalMinor);
        else expect(shown.problem).toBe("amount_too_large");
      },
    ),
  );
});

it("charges no fees and no tax while both settings are off", () => {
  expect(toBreakdown(priceOf(4999, "USD"))).toEqual({
    baseAmount: 49.99,
    processingFees: 0,
    salesTax: 0,
    total: 49.99,
    currency: "USD",
  });
});
