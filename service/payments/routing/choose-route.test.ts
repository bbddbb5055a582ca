import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardBrands, cardFundings } from "#contract/card-brands";
import {
  checkRoutingRules,
  type RoutableProcessor,
  type RoutingConditions,
  type RoutingRule,
} from "#contract/routing-rules";
import { afterFailover, chooseRoute, nextRoute, type RoutedPayment } from "./choose-route.ts";

const all = [
  { name: "a", currencies: null },
  { name: "b", currencies: ["USD", "CAD"] },
  { name: "c", currencies: null },
];
const payment = (overrides: Partial<RoutedPayment> = {}): RoutedPayment => ({
  paymentId: "pay_1",
  amountMinor: 5_000,
  currency: "USD",
  type: "card",
  brand: "visa",
  funding: "credit",
  country: "US",
  needs: ["three_d_secure"],
  ...overrides,
});
const rule = (
  to: Record<string, number>,
  when: RoutingConditions = {},
  id = "r",
  enabled = true,
): RoutingRule => ({
  id,
  enabled,
  when,
  to: Object.entries(to).map(([processor, weight]) => ({ processor, weight })),
});
const open = (_name: string) => true;
const choose = (rules: RoutingRule[], about: Partial<RoutedPayment> = {}, admits = open) =>
  chooseRoute(payment(about), rules, all, admits);

describe("which rule decides", () => {
  it.each<[string, RoutingConditions, Partial<RoutedPayment>, Partial<RoutedPayment>]>([
    ["from an amount on", { minAmount: 50, currencies: ["USD"] }, {}, { amountMinor: 4_999 }],
    ["up to an amount", { maxAmount: 50, currencies: ["USD"] }, {}, { amountMinor: 5_001 }],
    [
      "amounts in the currency's own digits",
      { minAmount: 5_000, currencies: ["JPY"] },
      { currency: "JPY" },
      { currency: "JPY", amountMinor: 4_999 },
    ],
    ["currency", { currencies: ["EUR"] }, { currency: "EUR" }, {}],
    ["type", { types: ["card"] }, {}, { type: "bank" }],
    ["brand", { brands: ["jcb", "visa"] }, {}, { brand: "mastercard" }],
    ["funding", { funding: ["debit"] }, { funding: "debit" }, {}],
    ["country", { countries: ["US"] }, {}, { country: "CA" }],
    ["country, where it is known", { countries: ["US"] }, {}, { country: null }],
  ])("by %s", (_, when, fits, misses) => {
    expect(choose([rule({ c: 1 }, when)], fits)).toMatchObject({ ruleId: "r", chosen: "c" });
    expect(choose([rule({ c: 1 }, when)], misses)).toMatchObject({ ruleId: null, chosen: "a" });
  });

  it("is the first enabled rule that matches", () => {
    const rules = [rule({ a: 1 }, {}, "off", false), rule({ b: 1 }, {}, "first"), rule({ c: 1 })];
    expect(choose(rules)).toMatchObject({ ruleId: "first", chosen: "b" });
  });

  it("is the next one if a rule's processors don't support the currency or no longer exist", () => {
    const rules = [rule({ b: 1, gone: 1 }, {}, "first"), rule({ c: 1 }, {}, "second")];
    expect(choose(rules, { currency: "EUR" })).toMatchObject({ ruleId: "second", chosen: "c" });
    expect(choose([rule({ gone: 1 })])).toMatchObject({ ruleId: null, reason: "order" });
  });

  it("is none if no processor supports the currency", () => {
    const only = [{ name: "b", currencies: ["USD"] }];
    expect(chooseRoute(payment({ currency: "EUR" }), [], only, open)).toBeNull();
  });
});

describe("which processor is chosen, and why", () => {
  it("gives the outcome of each candidate", () => {
    const admits = (name: string) => name !== "c";
    const rules = [rule({ gone: 50, b: 20, c: 90, a: 0 })];
    expect(choose(rules, {}, admits)).toEqual({
      ruleId: "r",
      reason: "weight",
      chosen: "b",
      failedOver: [],
      funding: "credit",
      country: "US",
      needs: ["three_d_secure"],
      candidates: [
        { processor: "gone", weight: 50, outcome: "unknown_processor" },
        { processor: "b", weight: 20, outcome: "chosen" },
        { processor: "c", weight: 90, outcome: "breaker_open" },
        { processor: "a", weight: 0, outcome: "in_reserve" },
      ],
    });
    expect(choose(rules, { currency: "EUR" }, admits)).toMatchObject({
      reason: "only_candidate",
      chosen: "a",
      candidates: [{}, { outcome: "currency_not_supported" }, {}, { outcome: "chosen" }],
    });
  });

  it.each([
    ["currency", { currencyDigits: 2 }, { currency: "JPY" }],
    ["currency", { notCurrencies: ["ISK"] }, { currency: "ISK" }],
    ["amount", { maxMinor: 4_999 }, {}],
    ["three_d_secure", { lacks: ["three_d_secure"] }, {}],
    ["stored_credentials", { lacks: ["stored_credentials"] }, { needs: ["stored_credentials"] }],
  ] as [string, Partial<RoutableProcessor>, Partial<RoutedPayment>][])(
    "passes over a processor that does not support the %s, and never fails over to it",
    (what, limits, about) => {
      const limited = [{ name: "a", currencies: null, ...limits }, all[2] as RoutableProcessor];
      const rules = [rule({ a: 100, c: 0 })];
      const decision = chooseRoute(payment(about), rules, limited, open);
      expect(decision).toMatchObject({
        chosen: "c",
        candidates: [{ outcome: `${what}_not_supported` }, { outcome: "chosen" }],
      });
      expect(decision && nextRoute(decision, open)).toBeNull();
      expect(chooseRoute(payment(about), rules, limited.slice(0, 1), open)).toBeNull();
      const within = payment({ ...about, currency: "USD", amountMinor: 4_999, needs: [] });
      expect(chooseRoute(within, rules, limited, open)?.chosen).toBe("a");
    },
  );

  it("names the processors of a matching rule that could not take the payment", () => {
    const rules = [rule({ b: 1, gone: 1 }, {}, "first"), rule({ c: 1 }, {}, "second")];
    expect(choose(rules, { currency: "EUR" })?.candidates).toEqual([
      { processor: "b", weight: 1, outcome: "currency_not_supported" },
      { processor: "gone", weight: 1, outcome: "unknown_processor" },
      { processor: "c", weight: 1, outcome: "chosen" },
    ]);
    expect(choose(rules.slice(0, 1), { currency: "EUR" })).toMatchObject({
      ruleId: null,
      candidates: [{ processor: "gone" }, { processor: "a" }, { processor: "b" }, {}],
    });
  });

  it("chooses processors without a weight only if no weighted one can be chosen, in the rule's order", () => {
    const rules = [rule({ b: 100, c: 0, a: 0 })];
    expect(choose(rules)?.chosen).toBe("b");
    const decision = choose(rules, {}, (name) => name !== "b");
    expect(decision).toMatchObject({ chosen: "c", reason: "order" });
  });

  it("ignores the breakers if all are open", () => {
    const rules = [rule({ a: 60, b: 40 })];
    const decision = choose(rules, {}, () => false);
    expect(decision).toMatchObject({ reason: "last_resort", chosen: choose(rules)?.chosen });
  });

  it("shares payments by weight", () => {
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let number = 0; number < 4_000; number += 1) {
      const chosen = choose([rule({ a: 70, b: 20, c: 10 })], {
        paymentId: `pay_${number}`,
      })?.chosen;
      counts[chosen ?? ""] = (counts[chosen ?? ""] ?? 0) + 1;
    }
    // The ids never change, so neither do the counts.
    const shares = Object.values(counts).map((count) => count / 4_000);
    for (const [at, share] of [0.7, 0.2, 0.1].entries()) {
      expect(Math.abs((shares[at] ?? 0) - share)).toBeLessThan(0.03);
    }
  });
});

describe("failover", () => {
  const decision = choose([rule({ a: 1, b: 0, gone: 0, c: 0 })]);
  if (!decision) throw new Error("no decision");

  it("uses the processors in reserve in order, each once, and then ends", () => {
    expect(nextRoute(decision, open)).toBe("b");
    const left = { processor: "b", reason: "unreachable", atMs: 1 } as const;
    const later = afterFailover(decision, left);
    expect(later.failedOver).toEqual([left]);
    expect(nextRoute(later, open)).toBe("c");
    const last = afterFailover(later, { ...left, processor: "c" });
    expect(nextRoute(last, open)).toBeNull();
  });

  it("skips open breakers, and uses one that has closed since", () => {
    expect(nextRoute(decision, (name) => name !== "b")).toBe("c");
    const without = choose([rule({ a: 1, b: 0 })], {}, (name) => name !== "b");
    expect(without && nextRoute(without, open)).toBe("b");
  });
});

const some = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
  });
const amount = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });
const conditions: fc.Arbitrary<RoutingConditions> = fc
  .record({
    minAmount: amount,
    maxAmount: amount,
    types: some(["card", "bank"] as const),
    currencies: some(["USD", "EUR", "JPY"]),
    countries: some(["US", "CA"]),
    brands: some(cardBrands),
    funding: some(cardFundings),
  })
  .map((found) => Object.fromEntries(Object.entries(found).filter(([, value]) => value)));
const anyRule: fc.Arbitrary<RoutingRule> = fc.record({
  id: fc.stringMatching(/^[a-z]{1,12}$/),
  enabled: fc.constantFrom(true, true, true, false),
  when: conditions,
  to: fc
    .uniqueArray(fc.constantFrom("a", "b", "c", "gone"), { minLength: 1 })
    .chain((names) =>
      fc.tuple(...names.map((processor) => fc.nat(100).map((weight) => ({ processor, weight })))),
    ),
});
const rulesOf = fc.uniqueArray(anyRule, { maxLength: 6, selector: ({ id }) => id });
const anyPayment: fc.Arbitrary<RoutedPayment> = fc.record({
  paymentId: fc.stringMatching(/^pay_[a-z0-9]{8}$/),
  amountMinor: fc.integer({ min: 1, max: 2_500 }),
  currency: fc.constantFrom("USD", "EUR", "JPY"),
  type: fc.constant("card"),
  brand: fc.constantFrom(...cardBrands),
  funding: fc.constantFrom(...cardFundings),
  country: fc.constantFrom("US", "CA", null),
  needs: fc.constant([]),
});
const anyBreakers = fc.subarray(["a", "b", "c"]);

describe("with any rules", () => {
  it("a payment always gets the same processor, which supports its currency", () => {
    fc.assert(
      fc.property(anyPayment, rulesOf, anyBreakers, (about, rules, closed) => {
        const admits = (name: string) => closed.includes(name);
        const decision = chooseRoute(about, rules, all, admits);
        expect(chooseRoute(about, structuredClone(rules), all, admits)).toEqual(decision);
        const chosen = all.find(({ name }) => name === decision?.chosen);
        expect(chosen?.currencies?.includes(about.currency) ?? true).toBe(true);
        const marked = decision?.candidates.filter(({ outcome }) => outcome === "chosen");
        expect(marked?.map(({ processor }) => processor)).toEqual([decision?.chosen]);
        if (decision?.reason !== "last_resort") expect(closed).toContain(decision?.chosen);
      }),
    );
  });

  it("a breaker that opens moves no other processor's payments", () => {
    fc.assert(
      fc.property(anyPayment, rulesOf, fc.constantFrom("a", "b", "c"), (about, rules, broken) => {
        const before = chooseRoute(about, rules, all, open);
        const after = chooseRoute(about, rules, all, (name) => name !== broken);
        if (before?.chosen !== broken) expect(after?.chosen).toBe(before?.chosen);
        expect(after?.ruleId).toBe(before?.ruleId);
      }),
    );
  });

  it("failover never returns to a processor, and ends", () => {
    fc.assert(
      fc.property(anyPayment, rulesOf, anyBreakers, (about, rules, closed) => {
        let decision = chooseRoute(about, rules, all, (name) => closed.includes(name));
        const tried = [decision?.chosen];
        for (let next = decision && nextRoute(decision, open); decision && next; ) {
          tried.push(next);
          decision = afterFailover(decision, { processor: next, reason: "refused", atMs: 0 });
          next = nextRoute(decision, open);
        }
        expect(new Set(tried).size).toBe(tried.length);
        expect(tried).not.toContain("gone");
      }),
    );
  });

  it("a rule that is reported as never matching never matches", () => {
    fc.assert(
      fc.property(
        rulesOf,
        fc.array(anyPayment, { minLength: 20, maxLength: 20 }),
        (rules, many) => {
          const dead = new Set(
            checkRoutingRules(rules, all)
              .filter(({ code }) => code.startsWith("never_matches"))
              .map(({ path }) => rules[Number(path[0])]?.id),
          );
          for (const about of many) {
            const { ruleId } = chooseRoute(about, rules, everyCurrency, open) ?? {};
            expect(dead.has(ruleId ?? undefined)).toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
/** A rule is skipped if its processors don't support the currency. Here all of them do. */
const everyCurrency = ["a", "b", "c", "gone"].map((name) => ({ name, currencies: null }));
