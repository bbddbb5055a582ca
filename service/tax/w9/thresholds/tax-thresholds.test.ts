import { expect, test } from "vitest";
import { payoutThresholdMinor, taxThresholds, withheldMinor } from "./tax-thresholds.ts";

test("has the documented product thresholds and the law's", () => {
  const { forms1099, w2g, backupWithholding, isFinal } = taxThresholds(2026);
  expect(isFinal).toBe(true);
  expect(forms1099["1099-MISC"]).toEqual({
    product: { reachedAtMinor: 200_000 },
    law: { reachedAtMinor: 200_000 },
  });
  expect(w2g.bingo.product).toEqual({ reachedAtMinor: 120_000, timesWager: null });
  expect(w2g.bingo.law).toEqual({ reachedAtMinor: 200_000, timesWager: null });
  expect(w2g.horse_racing.product).toEqual({ reachedAtMinor: 60_000, timesWager: 300 });
  expect(w2g.horse_racing.law).toEqual({ reachedAtMinor: 200_000, timesWager: 300 });
  expect(backupWithholding.basisPoints).toBe(2400);
});

test("from 2026 the product's threshold is never above the law's", () => {
  for (const year of [2026, 2027, 2030]) {
    const { forms1099, w2g } = taxThresholds(year);
    for (const { product, law } of [...Object.values(forms1099), ...Object.values(w2g)]) {
      expect(product.reachedAtMinor).toBeLessThanOrEqual(law.reachedAtMinor);
    }
  }
});

test("a year without its own figures uses the newest and is not final", () => {
  expect(taxThresholds(2031)).toMatchObject({ year: 2031, isFinal: false });
  expect(taxThresholds(2031).w2g).toEqual(taxThresholds(2026).w2g);
  expect(taxThresholds(2019)).toMatchObject({ year: 2019, isFinal: true });
  expect(taxThresholds(2025).forms1099["1099-NEC"].law.reachedAtMinor).toBe(60_000);
});

test("1099 data is required at $2,000", () => {
  expect(payoutThresholdMinor(2026)).toBe(200_000);
});

test("withholds to the nearest cent, even for amounts that doubles cannot multiply exactly", () => {
  const { backupWithholding } = taxThresholds(2026);
  expect(withheldMinor(10_000, backupWithholding)).toBe(2_400);
  expect(withheldMinor(1, backupWithholding)).toBe(0);
  expect(withheldMinor(2, backupWithholding)).toBe(0);
  expect(withheldMinor(3, backupWithholding)).toBe(1);
  expect(withheldMinor(99_999_999_999, backupWithholding)).toBe(24_000_000_000);
});
