/** A rule as typed. Amounts and weights are text until they are parsed. */
import type { RoutingConditions, RoutingRule } from "#contract/routing-rules";

/** The form of one rule. An empty list means every payment. */
export interface RuleInput {
  readonly name: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly currencies: readonly string[];
  readonly types: readonly string[];
  readonly brands: readonly string[];
  readonly funding: readonly string[];
  readonly countries: readonly string[];
  /** Every processor of the service, in reserve order. */
  readonly targets: readonly Target[];
}

export interface Target {
  readonly processor: string;
  readonly isUsed: boolean;
  readonly weight: string;
}

/** A field's problem. {@link ruleOf} returns it by field name: `minAmount`, `weight-northbank`. */
export type InputProblem = "notAnAmount" | "notAWeight" | "noProcessor";

/** Adds the processors that the rule does not use. */
export function inputOf(rule: RoutingRule, processors: readonly string[]): RuleInput {
  const { when, to, name } = rule;
  const others = processors.filter((each) => !to.some(({ processor }) => processor === each));
  return {
    name: name ?? "",
    minAmount: when.minAmount === undefined ? "" : String(when.minAmount),
    maxAmount: when.maxAmount === undefined ? "" : String(when.maxAmount),
    currencies: when.currencies ?? [],
    types: when.types ?? [],
    brands: when.brands ?? [],
    funding: when.funding ?? [],
    countries: when.countries ?? [],
    targets: [
      ...to.map(({ processor, weight }) => ({ processor, isUsed: true, weight: String(weight) })),
      ...others.map((processor) => ({ processor, isUsed: false, weight: "0" })),
    ],
  };
}

/** Builds the rule. Also returns the fields that could not be parsed; the rule keeps their earlier values. */
export function ruleOf(
  input: RuleInput,
  before: RoutingRule,
): { rule: RoutingRule; problems: ReadonlyMap<string, InputProblem> } {
  const problems = new Map<string, InputProblem>();
  const amount = (name: "minAmount" | "maxAmount") => {
    // A comma before three digits may separate thousands: `1,000` must not become 1.
    const text = input[name].trim().replace(/,(?=\d{1,2}$)/, ".");
    if (text === "") return {};
    if (/^\d{1,12}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return { [name]: Number(text) };
    problems.set(name, "notAnAmount");
    return {};
  };
  const list = (name: "currencies" | "types" | "brands" | "funding" | "countries") =>
    input[name].length > 0 ? { [name]: [...input[name]] } : {};
  const used = input.targets.filter(({ isUsed }) => isUsed);
  if (used.length === 0) problems.set("targets", "noProcessor");
  const to = used.map(({ processor, weight }) => {
    const read = weightOf(weight);
    if (read === null) problems.set(`weight-${processor}`, "notAWeight");
    return { processor, weight: read ?? 0 };
  });
  const when = {
    ...amount("minAmount"),
    ...amount("maxAmount"),
    ...list("currencies"),
    ...list("types"),
    ...list("brands"),
    ...list("funding"),
    ...list("countries"),
  } as RoutingConditions;
  const name = input.name.trim();
  const { name: _before, ...rest } = before;
  return { rule: { ...rest, ...(name && { name }), when, to }, problems };
}

/** A whole number from 0 to 100, otherwise null. */
export function weightOf(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100 ? Number(text) : null;
}

/** A new rule: the first processor gets everything, the others are in reserve. */
export function newRule(rules: readonly RoutingRule[], processors: readonly string[]): RoutingRule {
  return {
    id: freeId("rule", rules),
    enabled: true,
    when: {},
    to: processors.map((processor, at) => ({ processor, weight: at === 0 ? 100 : 0 })),
  };
}

/** Makes an id from a name: `Large payments` → `large-payments`. */
export function idFromName(name: string, rules: readonly RoutingRule[]): string {
  const slug = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 32);
  return slug === "" ? freeId("rule", rules) : freeId(slug, rules);
}

function freeId(wanted: string, rules: readonly RoutingRule[]): string {
  const taken = new Set(rules.map(({ id }) => id));
  if (wanted !== "rule" && !taken.has(wanted)) return wanted;
  for (let number = wanted === "rule" ? 1 : 2; ; number += 1) {
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

/** Moves one item to another position, at most to the list's ends. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, at) => at !== from);
  const item = list[from];
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Each processor's share, from 0 to 1, without processors of weight 0. */
export function sharesOf(to: RoutingRule["to"]): { processor: string; share: number }[] {
  const sum = to.reduce((total, { weight }) => total + weight, 0);
  return to
    .filter(({ weight }) => weight > 0)
    .map(({ processor, weight }) => ({ processor, share: weight / sum }));
}
