import { expect, it } from "vitest";
import {
  checkRoutingRules,
  type RoutingConditions,
  type RoutingRule,
  readRoutingRules,
  routingRules,
} from "./routing-rules.ts";

const processors = [
  { name: "northbank", currencies: null },
  { name: "quayside", currencies: ["USD", "CAD"] },
];
const rule = (id: string, when: RoutingConditions = {}, overrides: Partial<RoutingRule> = {}) => ({
  id,
  enabled: true,
  when,
  to: [{ processor: "northbank", weight: 100 }],
  ...overrides,
});
const found = (...rules: RoutingRule[]) =>
  checkRoutingRules(rules, processors).map(({ code, path }) => `${code} ${path.join(".")}`);

it.each<[string, RoutingRule[]]>([
  ["duplicate_rule_id 1.id", [rule("a", { brands: ["visa"] }), rule("a")]],
  ["unknown_processor 0.to.0.processor", [rule("a", {}, { to: [{ processor: "z", weight: 1 }] })]],
  [
    "duplicate_processor 0.to.1.processor",
    [
      rule(
        "a",
        {},
        {
          to: [
            { processor: "quayside", weight: 1 },
            { processor: "quayside", weight: 2 },
          ],
        },
      ),
    ],
  ],
  ["no_weight 0.to.0.weight", [rule("a", {}, { to: [{ processor: "quayside", weight: 0 }] })]],
  [
    "impossible_range 0.when.maxAmount",
    [rule("a", { minAmount: 100, maxAmount: 99.99, currencies: ["USD"] })],
  ],
  ["amount_needs_currency 0.when.minAmount", [rule("a", { minAmount: 100 })]],
  [
    "amount_precision 0.when.maxAmount",
    [rule("a", { maxAmount: 10.5, currencies: ["USD", "JPY"] })],
  ],
  ["currency_unknown 0.when.currencies.0", [rule("a", { currencies: ["US"] })]],
  ["country_unknown 0.when.countries.1", [rule("a", { countries: ["US", "XX"] })]],
  ["never_matches_covered 1", [rule("a"), rule("b", { brands: ["visa"] })]],
  [
    "never_matches_covered 1",
    [
      rule("a", { brands: ["visa", "jcb"], minAmount: 10, currencies: ["USD", "EUR"] }),
      rule("b", { brands: ["jcb"], minAmount: 10, currencies: ["EUR"], funding: ["debit"] }),
    ],
  ],
  ["never_matches_type 0.when.types", [rule("a", { types: ["bank", "crypto"] })]],
  [
    "no_processor_for_currency 0.when.currencies",
    [rule("a", { currencies: ["EUR"] }, { to: [{ processor: "quayside", weight: 1 }] })],
  ],
])("finds %s", (problem, rules) => {
  expect(found(...rules)).toEqual([problem]);
});

it("finds no problem when each rule can match something", () => {
  expect(
    found(
      rule("off", {}, { enabled: false }),
      rule("large", { minAmount: 500, currencies: ["USD"] }),
      rule("larger than anything else", { maxAmount: 499.99, currencies: ["USD"] }),
      rule("banks", { types: ["bank", "card"], brands: ["visa"] }),
      rule("all"),
    ),
  ).toEqual([]);
});

it("reads an ordered list of names as one rule: the first gets all, the others are fallbacks", () => {
  expect(readRoutingRules(["quayside", "northbank", "quayside"])).toEqual([
    {
      id: "order",
      enabled: true,
      when: {},
      to: [
        { processor: "quayside", weight: 100 },
        { processor: "northbank", weight: 0 },
      ],
    },
  ]);
  expect(readRoutingRules([])).toEqual([]);
  expect(readRoutingRules([{ id: "a", to: [{ processor: "northbank", weight: 1 }] }])).toEqual([
    rule("a", {}, { to: [{ processor: "northbank", weight: 1 }] }),
  ]);
  expect(readRoutingRules({ not: "rules" })).toEqual([]);
});

it("refuses weights out of range and unknown conditions", () => {
  const to = (weight: number) => [{ ...rule("a"), to: [{ processor: "northbank", weight }] }];
  expect([-1, 101, 0.5].map((weight) => routingRules.safeParse(to(weight)).success)).toEqual([
    false,
    false,
    false,
  ]);
  const color = [{ ...rule("a"), when: { color: "red" } }];
  expect(routingRules.safeParse(color).success).toBe(false);
});
