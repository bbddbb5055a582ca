/**
 * Rules that choose the processor of a payment. The first enabled rule with all conditions met decides; if none
 * matches, the service's own order applies.
 *
 * A rule's processors share its payments by weight: 70 and 30 mean 70% and 30%. A processor with weight 0 gets payments
 * only when those with a weight cannot take them. The others are fallbacks, in the order of the rule.
 */
import * as z from "zod/mini";
import { paymentMethodTypes } from "./api/payment-intents.ts";
import { cardBrands, cardFundings } from "./card-brands.ts";
import { minorDigits, parseAmount } from "./money.ts";
import { countryCodes } from "./regions.ts";

const processorName = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/));

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.optional(z.array(z.enum(values)).check(z.minLength(1)));

/** Conditions of a rule. A missing one matches every payment. Amounts are in major units, both ends inclusive. */
export const routingConditions = z.strictObject({
  /** The lowest total, including fees and tax. Needs `currencies`. */
  minAmount: z.optional(z.number().check(z.positive())),
  maxAmount: z.optional(z.number().check(z.positive())),
  currencies: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(200))),
  types: oneOf(paymentMethodTypes),
  brands: oneOf(cardBrands),
  funding: oneOf(cardFundings),
  /** The customer's country, ISO 3166-1. */
  countries: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(250))),
});
export type RoutingConditions = z.infer<typeof routingConditions>;

export const routingRule = z.strictObject({
  /** The rule's id, stored with every payment that the rule decided. */
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)),
  /** The rule's name, for staff. */
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

/** The rules in evaluation order. */
export const routingRules = z.array(routingRule).check(z.maxLength(50));

/** Expands the short form: an ordered list of processor names becomes one rule for all payments. */
export function expandRules(given: unknown): unknown {
  const isNames =
    Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === "string");
  return isNames ? [orderRule(given)] : given;
}

/** Reads either form. Unreadable rules are ignored: they must not make a payment fail. */
export function readRoutingRules(stored: unknown): RoutingRule[] {
  const read = routingRules.safeParse(expandRules(stored));
  return read.success ? read.data : [];
}

/** A rule where the first processor gets all payments and the others are fallbacks. */
function orderRule(names: readonly string[]): RoutingRule {
  const to = [...new Set(names)].map((processor, at) => ({
    processor,
    weight: at === 0 ? 100 : 0,
  }));
  return { id: "order", enabled: true, when: {}, to };
}

/** What a payment may need from a processor in addition to its currency and amount. */
export type RoutingNeed = "three_d_secure" | "stored_credentials";

export interface RoutableProcessor {
  readonly name: string;
  /** The currencies that it takes; null: all. */
  readonly currencies: readonly string[] | null;
  /** Decimal places of its currencies; absent: any. */
  readonly currencyDigits?: number;
  /** Currencies that it cannot take; absent: none. */
  readonly notCurrencies?: readonly string[];
  /** The largest amount in minor units; absent: any. */
  readonly maxMinor?: number;
  readonly lacks?: readonly RoutingNeed[];
}

export function takesCurrency(
  {
    currencies,
    currencyDigits,
    notCurrencies = [],
  }: Pick<RoutableProcessor, "currencies" | "currencyDigits" | "notCurrencies">,
  currency: string,
): boolean {
  if (notCurrencies.includes(currency)) return false;
  const isListed = currencies === null || currencies.includes(currency);
  return isListed && (currencyDigits === undefined || minorDigits(currency) === currencyDigits);
}

/** `error`: the rules are refused. `warning`: they are accepted. */
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
  /** Path from the list of rules: `[1, "to", 0, "weight"]`. */
  readonly path: readonly (string | number)[];
  /** The message in English, for staff. */
  readonly message: string;
  /** An earlier rule that matches everything this rule matches. */
  readonly coveredBy?: string;
}

/** Checks what the schema cannot express, in the order of the rules. */
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
        ? [problem("currency_unknown", [...path, "currencies", at], `${code} is not a currency.`)]
        : [],
    ),
    ...(countries ?? []).flatMap((code, at) =>
      countryCodes.includes(code)
        ? []
        : [problem("country_unknown", [...path, "countries", at], `${code} is not a country.`)],
    ),
    ...amounts.flatMap(([name, amount]) => {
      if (amount === undefined) return [];
      if (currencies === undefined) {
        const text = "An amount needs a currency. Add the currencies.";
        return [problem("amount_needs_currency", [...path, name], text)];
      }
      const misfit = known.find((currency) => !parseAmount(amount, currency).ok);
      return misfit === undefined
        ? []
        : [
            problem(
              "amount_precision",
              [...path, name],
              `${amount} is not a valid amount in ${misfit}.`,
            ),
          ];
    }),
    ...(minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount
      ? [problem("impossible_range", [...path, "maxAmount"], "The minimum is above the maximum.")]
      : []),
  ];
}

function problemsOfTargets(
  to: RoutingRule["to"],
  path: RoutingProblem["path"],
  processors: readonly RoutableProcessor[],
): RoutingProblem[] {
  const isKnown = (name: string) => processors.some((processor) => processor.name === name);
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
              `${processor} is listed twice.`,
            ),
          ]
        : []),
    ]),
    ...(to.every(({ weight }) => weight === 0)
      ? [
          problem(
            "no_weight",
            [...path, 0, "weight"],
            "At least one processor needs a weight above 0.",
          ),
        ]
      : []),
  ];
}

/** The other types have their own rails. */
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
    const message = "These processors only take cards. This rule never matches.";
    return [
      { severity: "warning", code: "never_matches_type", path: [at, "when", "types"], message },
    ];
  }
  const cover = list.slice(0, at).find((other) => other.enabled && covers(other.when, rule.when));
  if (cover) {
    const message = `${cover.name ?? cover.id} already matches all of these payments. This rule never matches.`;
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
    able.every((processor) => !takesCurrency(processor, currency)),
  );
  if (stranded === undefined || able.length === 0) return [];
  const message = `None of these processors supports ${stranded}. Those payments use the next rule.`;
  const code = "no_processor_for_currency";
  return [{ severity: "warning", code, path: [at, "when", "currencies"], message }];
}

/** Whether every card payment that matches `inner` also matches `outer`. */
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
