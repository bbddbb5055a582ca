import { expect, test } from "vitest";
import { feeDifference, type ProcessorFees } from "./expected-fee.ts";

type Rounding = "half_up" | "half_even" | "up" | "down";
const fees = (partsPerMillion: number, rounding?: Rounding): ProcessorFees => ({
  USD: { charge: { partsPerMillion, fixedMinor: 30 }, ...(rounding ? { rounding } : {}) },
});
const charge = (grossMinor: number, feeMinor: number, currency = "USD") => ({
  type: "charge" as const,
  currency,
  grossMinor,
  feeMinor,
  fees: [{ kind: "commission", minor: feeMinor }],
});
const expected = (grossMinor: number, agreed: ProcessorFees) =>
  feeDifference(charge(grossMinor, -1), agreed)?.expectedMinor;

test("a fee is its share of the gross, rounded in each row, and the fixed part", () => {
  // 2.9 % of 52.48 is 1.52192, of 0.50 is 0.0145.
  expect(feeDifference(charge(5248, 182), fees(29_000))).toBeNull();
  expect(feeDifference(charge(5248, 183), fees(29_000))).toEqual({
    expectedMinor: 182,
    statedMinor: 183,
  });
  expect(expected(50, fees(29_000))).toBe(31);
});

test.each<[number, Rounding | undefined, number]>([
  [50, undefined, 1],
  [50, "half_even", 0],
  [150, "half_even", 2],
  [150, "half_up", 2],
  [101, "up", 2],
  [100, "up", 1],
  [199, "down", 1],
])("one per cent of %d, rounded %s, is %d", (grossMinor, rounding, minor) => {
  expect(expected(grossMinor, fees(10_000, rounding))).toBe(30 + minor);
});

test("is exact where a float is not", () => {
  expect(expected(99_999_999_999, fees(29_999))).toBe(2_999_899_999 + 30 + 1);
});

test("only fees of the agreed kinds count, and only for agreed currencies and kinds of rows", () => {
  const parts = [
    { kind: "markup", minor: 30 },
    { kind: "interchange", minor: 77 },
  ];
  const row = { ...charge(0, 107), grossMinor: 5000, fees: parts };
  const markup = { USD: { charge: { partsPerMillion: 0, fixedMinor: 30 }, kinds: ["markup"] } };
  expect(feeDifference(row, markup)).toBeNull();
  expect(feeDifference(charge(5000, 1, "EUR"), fees(29_000))).toBeNull();
  expect(feeDifference(charge(5000, 1), undefined)).toBeNull();
  expect(feeDifference({ ...charge(-5000, 1), type: "refund" }, fees(29_000))).toBeNull();
});
