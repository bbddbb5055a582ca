import { describe, expect, it } from "vitest";
import type { RoutingRule } from "#contract/routing-rules";
import { idFromName, inputOf, moved, newRule, ruleOf, sharesOf } from "./rule-input.ts";

const processors = ["northbank", "quayside", "harbour"];
const rule: RoutingRule = {
  id: "large",
  name: "Large",
  enabled: false,
  when: { minAmount: 99.5, currencies: ["USD"], brands: ["visa"] },
  to: [
    { processor: "quayside", weight: 70 },
    { processor: "northbank", weight: 30 },
  ],
};

describe("a rule in the form", () => {
  it("is unchanged by the form", () => {
    const input = inputOf(rule, processors);
    expect(input.targets.map(({ processor, isUsed }) => [processor, isUsed])).toEqual([
      ["quayside", true],
      ["northbank", true],
      ["harbour", false],
    ]);
    expect(ruleOf(input, rule)).toEqual({ rule, problems: new Map() });
  });

  it("reads amounts with a comma, and drops an empty name and empty lists", () => {
    const input = { ...inputOf(rule, processors), name: " ", maxAmount: "1200,75", brands: [] };
    const { rule: read } = ruleOf(input, rule);
    expect(read).not.toHaveProperty("name");
    expect(read.when).toEqual({ minAmount: 99.5, maxAmount: 1200.75, currencies: ["USD"] });
  });

  it.each([
    [{ minAmount: "much" }, "minAmount", "notAnAmount"],
    [{ minAmount: "1,000" }, "minAmount", "notAnAmount"],
    [{ maxAmount: "0" }, "maxAmount", "notAnAmount"],
    [{ maxAmount: "-5" }, "maxAmount", "notAnAmount"],
    [
      { targets: [{ processor: "quayside", isUsed: true, weight: "101" }] },
      "weight-quayside",
      "notAWeight",
    ],
    [
      { targets: [{ processor: "quayside", isUsed: true, weight: "" }] },
      "weight-quayside",
      "notAWeight",
    ],
    [
      { targets: [{ processor: "quayside", isUsed: false, weight: "1" }] },
      "targets",
      "noProcessor",
    ],
  ])("says what can't be read: %j", (part, name, problem) => {
    const { problems } = ruleOf({ ...inputOf(rule, processors), ...part }, rule);
    expect([...problems]).toEqual([[name, problem]]);
  });
});

it("a new rule has a free id and sends everything to the first processor, with the others in reserve", () => {
  const first = newRule([], processors);
  expect(first).toMatchObject({ id: "rule-1", enabled: true, when: {} });
  expect(first.to.map(({ weight }) => weight)).toEqual([100, 0, 0]);
  expect(newRule([first], processors).id).toBe("rule-2");
  expect(idFromName("Große Beträge: über 500 $!", [])).toBe("gro-e-betrage-uber-500");
  expect(idFromName("Large", [rule])).toBe("large-2");
  expect(idFromName("数", [first])).toBe("rule-2");
});

it("an item moves to its new position, and stays within the list", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b"], 0, 9)).toEqual(["b", "a"]);
  expect(moved(["a"], 5, 0)).toEqual(["a"]);
});

it("shares are relative to the sum of the weights", () => {
  expect(sharesOf([...rule.to, { processor: "harbour", weight: 0 }])).toEqual([
    { processor: "quayside", share: 0.7 },
    { processor: "northbank", share: 0.3 },
  ]);
  expect(sharesOf([{ processor: "harbour", weight: 0 }])).toEqual([]);
});
