import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SurchargeCase, surchargeOf } from "./surcharge.ts";

const usual: SurchargeCase = {
  setting: { basisPoints: 250, fixedMinor: 0 },
  baseMinor: 10_000,
  brand: "visa",
  funding: "credit",
  country: "US",
  state: "NV",
  onDate: "2026-11-22",
};
const of = (changes: Partial<SurchargeCase>) => surchargeOf({ ...usual, ...changes });

test("a credit card is charged what the operator has set", () => {
  expect(of({})).toEqual({ feesMinor: 250, rule: "setting" });
  expect(of({ setting: { basisPoints: 200, fixedMinor: 30 } }).feesMinor).toBe(230);
});

describe("never more than the cap", () => {
  const greedy = { basisPoints: 1_000, fixedMinor: 0 };
  test.each<[string, Partial<SurchargeCase>, number, string]>([
    ["of Visa", {}, 300, "cap:visa:300"],
    ["of Visa before it was lowered", { onDate: "2023-04-14" }, 400, "cap:visa:400"],
    ["of Mastercard", { brand: "mastercard" }, 400, "cap:mastercard:400"],
    ["of Colorado", { state: "CO" }, 200, "cap:CO:200"],
    ["of Colorado, for Mastercard too", { state: "CO", brand: "mastercard" }, 200, "cap:CO:200"],
    [
      "with a fixed part in it",
      { setting: { basisPoints: 0, fixedMinor: 900 } },
      300,
      "cap:visa:300",
    ],
  ])("%s", (_, changes, feesMinor, rule) => {
    expect(of({ setting: greedy, ...changes })).toEqual({ feesMinor, rule });
  });
});

describe("nothing is charged", () => {
  test.each<[string, Partial<SurchargeCase>]>([
    ["on debit cards", { funding: "debit" }],
    ["on prepaid cards", { funding: "prepaid" }],
    ["on cards that nobody knows", { funding: "unknown" }],
    ["on a brand without a rule", { brand: "jcb" }],
    ["outside the US", { country: "CA", state: "ON" }],
    ["while the state is not known", { state: null }],
    ...["CT", "ME", "MA", "PR", "CA", "OK"].map((state): [string, Partial<SurchargeCase>] => [
      `in ${state}`,
      { state },
    ]),
  ])("%s", (_, changes) => {
    expect(of(changes)).toMatchObject({ feesMinor: 0, rule: expect.stringMatching(/^none:/) });
  });
});

test("whatever is asked for, no cap is passed and no part is negative", () => {
  fc.assert(
    fc.property(
      fc.nat(10_000_000_000),
      fc.nat(1_000),
      fc.nat(100_000),
      fc.constantFrom("visa", "mastercard", "american-express", "discover", "jcb"),
      fc.constantFrom("NV", "CO", "CA", "TX"),
      (baseMinor, basisPoints, fixedMinor, brand, state) => {
        const { feesMinor } = of({ baseMinor, setting: { basisPoints, fixedMinor }, brand, state });
        expect(feesMinor).toBeGreaterThanOrEqual(0);
        expect(feesMinor * 10_000).toBeLessThanOrEqual(baseMinor * 400);
        expect(Number.isInteger(feesMinor)).toBe(true);
      },
    ),
  );
});
