import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SurchargeCase, surchargeOf } from "./surcharge.ts";

const defaults: SurchargeCase = {
  setting: { basisPoints: 250, fixedMinor: 0 },
  baseMinor: 10_000,
  brand: "visa",
  funding: "credit",
  country: "US",
  state: "NV",
  onDate: "2026-11-22",
};
const of = (changes: Partial<SurchargeCase>) => surchargeOf({ ...defaults, ...changes });

test("a credit card is surcharged as the operator has set", () => {
  const visa = { kind: "brand", of: "visa", from: "2023-04-15", capBasisPoints: 300 };
  const { setting } = defaults;
  expect(of({})).toEqual({ feesMinor: 250, decision: { outcome: "setting", setting, rule: visa } });
  expect(of({ setting: { basisPoints: 200, fixedMinor: 30 } }).feesMinor).toBe(230);
});

describe("never more than the cap", () => {
  const greedy = { basisPoints: 1_000, fixedMinor: 0 };
  test.each<[string, Partial<SurchargeCase>, number, string]>([
    ["of Visa", {}, 300, "visa 2023-04-15 300"],
    ["of Visa before it was lowered", { onDate: "2023-04-14" }, 400, "visa 2013-01-27 400"],
    ["of Mastercard", { brand: "mastercard" }, 400, "mastercard 2013-01-27 400"],
    ["of Colorado", { state: "CO" }, 200, "CO 2022-07-01 200"],
    [
      "of Colorado, for Mastercard too",
      { state: "CO", brand: "mastercard" },
      200,
      "CO 2022-07-01 200",
    ],
    [
      "with a fixed part in it",
      { setting: { basisPoints: 0, fixedMinor: 900 } },
      300,
      "visa 2023-04-15 300",
    ],
  ])("%s", (_, changes, feesMinor, expected) => {
    const found = of({ setting: greedy, ...changes });
    expect(found).toMatchObject({ feesMinor, decision: { outcome: "capped" } });
    const { rule } = found.decision;
    expect(`${rule?.of} ${rule?.from} ${rule?.capBasisPoints}`).toBe(expected);
  });
});

describe("nothing is charged", () => {
  test.each<[string, Partial<SurchargeCase>, string]>([
    ["on debit cards", { funding: "debit" }, "debit"],
    ["on prepaid cards", { funding: "prepaid" }, "prepaid"],
    ["on unknown cards", { funding: "unknown" }, "unknown"],
    ["on a brand without a rule", { brand: "jcb" }, "brand"],
    ["outside the US", { country: "CA", state: "ON" }, "country"],
    ["while the state is unknown", { state: null }, "state_unknown"],
  ])("%s", (_, changes, outcome) => {
    expect(of(changes)).toMatchObject({ feesMinor: 0, decision: { outcome, rule: null } });
  });

  test.each(["CT", "ME", "MA", "PR", "CA", "OK"])(
    "in %s, and the decision names the rule",
    (state) => {
      const rule = { kind: "state", of: state, capBasisPoints: 0 };
      expect(of({ state })).toMatchObject({ feesMinor: 0, decision: { outcome: "banned", rule } });
    },
  );
});

test("with any setting, no cap is exceeded and no part is negative", () => {
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
