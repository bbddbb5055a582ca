import fc from "fast-check";
import { expect, test } from "vitest";
import { type AmountParts, refundParts } from "./refund-parts.ts";

const paidParts = fc.record({
  baseMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
  feesMinor: fc.integer({ min: 0, max: 9_999_999_999 }),
  taxMinor: fc.integer({ min: 0, max: 9_999_999_999 }),
});
const none: AmountParts = { baseMinor: 0, feesMinor: 0, taxMinor: 0 };
const sum = (one: AmountParts, other: AmountParts): AmountParts => ({
  baseMinor: one.baseMinor + other.baseMinor,
  feesMinor: one.feesMinor + other.feesMinor,
  taxMinor: one.taxMinor + other.taxMinor,
});
const difference = (one: AmountParts, other: AmountParts): AmountParts => ({
  baseMinor: one.baseMinor - other.baseMinor,
  feesMinor: one.feesMinor - other.feesMinor,
  taxMinor: one.taxMinor - other.taxMinor,
});
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

test("any split of a payment adds up to exactly what was paid", () => {
  fc.assert(
    fc.property(paidParts, shares, (paid, splits) => {
      let returned = none;
      for (const share of [...splits, 1]) {
        const left = paid.baseMinor - returned.baseMinor;
        if (left === 0) break;
        const amount = share === 1 ? left : Math.max(1, Math.floor(left * share));
        const parts = refundParts(paid, returned, amount);
        expect(Math.min(parts.feesMinor, parts.taxMinor)).toBeGreaterThanOrEqual(0);
        returned = sum(returned, parts);
        expect(returned.feesMinor).toBeLessThanOrEqual(paid.feesMinor);
        expect(returned.taxMinor).toBeLessThanOrEqual(paid.taxMinor);
      }
      expect(returned).toEqual(paid);
    }),
  );
});

test("a refund that fails gives its parts back, and the rest still adds up", () => {
  const steps = fc.array(
    fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.nat({ max: 5 }) }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(paidParts, steps, (paid, course) => {
      let returned = none;
      const valid: AmountParts[] = [];
      for (const { share, fails } of course) {
        const failed = valid.splice(fails, 1)[0];
        if (failed) returned = difference(returned, failed);
        const left = paid.baseMinor - returned.baseMinor;
        if (left === 0) continue;
        const parts = refundParts(paid, returned, Math.max(1, Math.floor(left * share)));
        valid.push(parts);
        returned = sum(returned, parts);
        expect(returned.feesMinor).toBeLessThanOrEqual(paid.feesMinor);
        expect(returned.taxMinor).toBeLessThanOrEqual(paid.taxMinor);
      }
      const left = paid.baseMinor - returned.baseMinor;
      if (left > 0) returned = sum(returned, refundParts(paid, returned, left));
      expect(returned.baseMinor).toBe(paid.baseMinor);
      if (left > 0) expect(returned).toEqual(paid);
    }),
  );
});

test("rounds half a cent up, like the price itself", () => {
  const paid = { baseMinor: 10_000, feesMinor: 301, taxMinor: 0 };
  expect(refundParts(paid, none, 5_000)).toEqual({ baseMinor: 5_000, feesMinor: 151, taxMinor: 0 });
  const returned = { baseMinor: 5_000, feesMinor: 151, taxMinor: 0 };
  expect(refundParts(paid, returned, 5_000).feesMinor).toBe(150);
});
