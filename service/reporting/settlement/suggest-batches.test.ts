import fc from "fast-check";
import { expect, test } from "vitest";
import { maxItems, subsetsWithSum } from "./suggest-batches.ts";

test("every suggestion adds up, and a sum that exists among the first items is found", () => {
  const items = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(items, fc.nat(2 ** maxItems - 1), (amounts, mask) => {
      const given = amounts.map((amountMinor) => ({ amountMinor }));
      const chosen = amounts.filter((_, index) => index < maxItems && mask & (1 << index));
      const sum = chosen.reduce((total, amount) => total + amount, 0);
      const found = subsetsWithSum(given, sum);
      for (const subset of found) {
        expect(subset.reduce((total, { amountMinor }) => total + amountMinor, 0)).toBe(sum);
      }
      if (chosen.length > 0) expect(found.length).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

test("searches a bounded number of items", () => {
  const items = Array.from({ length: 40 }, (_, index) => ({ amountMinor: index + 1 }));
  expect(subsetsWithSum(items, 40)[0]?.length).toBeGreaterThan(1);
  expect(subsetsWithSum(items, 1000)).toEqual([]);
});
