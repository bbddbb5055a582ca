/**
 * Rules that say which processor takes which payment. The first enabled rule whose conditions all hold
 * decides; where none does, the service's own order of processors holds.
 *
 * A rule's processors share its payments by weight: 70 and 30 is seven in ten and three in ten. A weight
 * of 0 takes payments only when those with a weight can't. The processors that were not drawn stand in
 * reserve, in the order of the rule.
 */
import * as z from "zod/mini";
import { paymentMethodTypes } from "./api/payment-intents.ts";
import { cardBrands, cardFundings } from "./card-brands.ts";
import { minorDigits, parseAmount } from "./money.ts";
import { countryCodes } from "./regions.ts";

const processorName = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/));

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.optional(z.array(z.enum(values)).check(z.minLength(1)));

/** Conditions; one that is left out holds for every payment. Amounts are in major units, both ends included. */
export const routingConditions = z.strictObject({
  /** What the processor is asked to charge, fees and tax included. Needs `currencies`. */
  minAmount: z.optional(z.number().check(z.positive())),
  maxAmount: z.optional(z.number().check(z.positive())),
  currencies: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(200))),
  types: oneOf(paymentMethodTypes),
  brands: oneOf(cardBrands),
  funding: oneOf(cardFundings),
  /** Of the customer's address, ISO 3166-1. */
  countries: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(250))),
});
export type RoutingConditions = z.infer<typeof routingConditions>;

/** One rule. */
export const routingRule = z.strictObject({
  /** Stays with every payment that it decided. */
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)),
  /** What staff call it. */
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
  enabled: z._default(z.boolean(), true),
  when: z._default(routingConditions, {}),
  to: z
    .array(
      z.strictObject({
        processor: processorName,
        weight: z.int().check(z.minimum(0), z.maximum(100)),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
});
export type RoutingRule = z.infer<typeof routingRule>;

/** The rules in the order in which they are tried. */
export const routingRules = z.array(routingRule).check(z.maxLength(50));

/** Rules as given: only names of processors, in the order in which they are tried, are one rule for all payments. */
export function spellOutRules(given: unknown): unknown {
  const isNames =
    Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === "string");
  return isNames ? [orderRule(given)] : given;
}

/** Rules as stored, in either shape. What can't be read is no rule: a payment must not fail for it. */
export function readRoutingRules(stored: unknown): RoutingRule[] {
  const read = routingRules.safeParse(spellOutRules(stored));
  return read.success ? read.data : [];
}

/** The first processor takes all payments, the others stand in. */
function orderRule(names: readonly string[]): RoutingRule {
  const to = [...new Set(names)].map((processor, at) => ({
    processor,
    weight: at === 0 ? 100 : 0,
  }));
  return { id: "order", enabled: true, when: {}, to };
}

/** What a processor of this service can do; `currencies` null: all of them. */
export interface RoutableProcessor {
  readonly name: string;
  readonly currencies: readonly string[] | null;
}

/** What is wrong with rules (`error`: they are refused) or looks so (`warning`: they are taken). */
export interface RoutingProblem {
  readonly severity: "error" | "warning";
  readonly code:
    | "duplicate_rule_id"
    | "unknown_processor"
    | "duplicate_processor"
    | "no_weight"
    | "impossible_range"
    | "amount_needs_currency"
    | "amount_precision"
    | "currency_unknown"
    | "country_unknown"
    | "never_matches_covered"
    | "never_matches_type"
    | "no_processor_for_currency";
  /** From the list of rules on: `[1, "to", 0, "weight"]`. */
  readonly path: readonly (string | number)[];
  /** In English, for whoever set it. */
  readonly message: string;
  /** The rule that leaves nothing for this one. */
  readonly coveredBy?: string;
}

/** Checks what the shapes alone can't say. Errors and warnings, in the order of the rules. */
export function checkRoutingRules(
  list: readonly RoutingRule[],
  processors: readonly RoutableProcessor[],
): RoutingProblem[] {
  return list.flatMap((rule, at) => [
    ...(list.findIndex(({ id }) => id === rule.id) < at
      ? [problem("duplicate_rule_id", [at, "id"], `Two rules have the id ${rule.id}.`)]
      : []),
    ...problemsOfConditions(rule.when, [at, "when"]),
    ...problemsOfTargets(rule.to, [at, "to"], processors),
    ...warningsOf(rule, at, list, processors),
  ]);
}

function problem(
  code: RoutingProblem["code"],
  path: RoutingProblem["path"],
  message: string,
): RoutingProblem {
  return { severity: "error", code, path, message };
}

function problemsOfConditions(
  when: RoutingConditions,
  path: RoutingProblem["path"],
): RoutingProblem[] {
  const { minAmount, maxAmount, currencies, countries } = when;
  const amounts = [
    ["minAmount", minAmount],
    ["maxAmount", maxAmount],
  ] as const;
  const known = (currencies ?? []).filter((code) => minorDigits(code) !== undefined);
  return [
    ...(currencies ?? []).flatMap((code, at) =>
      minorDigits(code) === undefined
        ? [problem("currency_unknown", [...path, "currencies", at], `${code} is no currency.`)]
        : [],
    ),
    ...(countries ?? []).flatMap((code, at) =>
      countryCodes.includes(code)
        ? []
        : [problem("country_unknown", [...path, "countries", at], `${code} is no country.`)],
    ),
    ...amounts.flatMap(([name, amount]) => {
      if (amount === undefined) return [];
      if (currencies === undefined) {
        const text = "An amount means something in a currency only: name the currencies too.";
        return [problem("amount_needs_currency", [...path, name], text)];
      }
      const misfit = known.find((currency) => !parseAmount(amount, currency).ok);
      return misfit === undefined
        ? []
        : [problem("amount_precision", [...path, name], `${amount} is no amount of ${misfit}.`)];
    }),
    ...(minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount
      ? [
          problem(
            "impossible_range",
            [...path, "maxAmount"],
            "No amount is that large and that small.",
          ),
        ]
      : []),
  ];
}

function problemsOfTargets(
  to: RoutingRule["to"],
  path: RoutingProblem["path"],
  processors: readonly RoutableProcessor[],
): RoutingProblem[] {
  const isKnown = (name: string) => processors.some((each) => each.name === name);
  return [
    ...to.flatMap(({ processor }, at) => [
      ...(isKnown(processor)
        ? []
        : [
            problem(
              "unknown_processor",
              [...path, at, "processor"],
              `There is no processor ${processor}. This service has ${processors.map(({ name }) => name).join(", ")}.`,
            ),
          ]),
      ...(to.findIndex((each) => each.processor === processor) < at
        ? [
            problem(
              "duplicate_processor",
              [...path, at, "processor"],
              `${processor} stands here twice.`,
            ),
          ]
        : []),
    ]),
    ...(to.every(({ weight }) => weight === 0)
      ? [
          problem(
            "no_weight",
            [...path, 0, "weight"],
            "One processor at least needs a weight above 0.",
          ),
        ]
      : []),
  ];
}

/** Types of payments that go to a card processor; each of the others has a way of its own. */
const routedTypes: readonly string[] = ["card"];

function warningsOf(
  rule: RoutingRule,
  at: number,
  list: readonly RoutingRule[],
  processors: readonly RoutableProcessor[],
): RoutingProblem[] {
  if (!rule.enabled) return [];
  const { types, currencies } = rule.when;
  if (types && !types.some((type) => routedTypes.includes(type))) {
    const message = "Only cards go to these processors: this rule never matches.";
    return [
      { severity: "warning", code: "never_matches_type", path: [at, "when", "types"], message },
    ];
  }
  const cover = list.slice(0, at).find((other) => other.enabled && covers(other.when, rule.when));
  if (cover) {
    const message = `${cover.name ?? cover.id} takes all of these payments before: this rule never matches.`;
    return [
      {
        severity: "warning",
        code: "never_matches_covered",
        path: [at],
        message,
        coveredBy: cover.id,
      },
    ];
  }
  const able = processors.filter(({ name }) => rule.to.some(({ processor }) => processor === name));
  const stranded = (currencies ?? []).find((currency) =>
    able.every((each) => each.currencies && !each.currencies.includes(currency)),
  );
  if (stranded === undefined || able.length === 0) return [];
  const message = `None of these processors takes ${stranded}: such payments go on to the next rule.`;
  const code = "no_processor_for_currency";
  return [{ severity: "warning", code, path: [at, "when", "currencies"], message }];
}

/** Whether every card payment that fits `inner` fits `outer` too. */
function covers(outer: RoutingConditions, inner: RoutingConditions): boolean {
  const lists = ["currencies", "brands", "funding", "countries"] as const;
  return (
    (!outer.types || outer.types.some((type) => routedTypes.includes(type))) &&
    lists.every((name) => {
      const allowed: readonly string[] | undefined = outer[name];
      return !allowed || inner[name]?.every((value) => allowed.includes(value)) === true;
    }) &&
    (outer.minAmount ?? 0) <= (inner.minAmount ?? 0) &&
    (outer.maxAmount ?? Number.POSITIVE_INFINITY) >= (inner.maxAmount ?? Number.POSITIVE_INFINITY)
  );
}
