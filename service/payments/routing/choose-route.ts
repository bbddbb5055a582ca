import { createHash } from "node:crypto";
import { parseAmount } from "#contract/money";
import {
  type RoutableProcessor,
  type RoutingConditions,
  type RoutingNeed,
  type RoutingRule,
  takesCurrency,
} from "#contract/routing-rules";
import type { Failover, Incapable, RouteCandidate, RouteDecision } from "./route-decision.ts";

export interface RoutedPayment {
  readonly paymentId: string;
  /** The amount to charge. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly type: string;
  readonly brand: string;
  readonly funding: string;
  /** ISO 3166-1. Null where unknown; then no rule with countries matches. */
  readonly country: string | null;
  /** What the processor must be able to do. */
  readonly needs: readonly RoutingNeed[];
}

/**
 * Chooses by the first enabled rule that matches and has a capable processor, or else by the service's own order. Null
 * when no processor can take the payment.
 *
 * The same payment under the same rules gets the same processor. Each processor draws a weighted number from the
 * payment's id, and the best one wins (rendezvous hashing). A processor that drops out moves only its own payments, to
 * the others by their weights. If every breaker is open, the draw ignores breakers: a try is better than a refusal.
 */
export function chooseRoute(
  payment: RoutedPayment,
  rules: readonly RoutingRule[],
  processors: readonly RoutableProcessor[],
  admits: (processor: string) => boolean,
): RouteDecision | null {
  const passedOver: RouteCandidate[] = [];
  const decided = (ruleId: string | null, to: RoutingRule["to"]) => {
    const checked = checkTargets(payment, to, processors);
    const decision = decide(payment, ruleId, checked, admits);
    if (decision === null) passedOver.push(...checked.filter(isPassedOver));
    return decision && withPassedOver(decision, passedOver);
  };
  for (const rule of rules) {
    if (!rule.enabled || !holds(rule.when, payment)) continue;
    const decision = decided(rule.id, rule.to);
    if (decision) return decision;
  }
  return decided(
    null,
    processors.map(({ name }) => ({ processor: name, weight: 0 })),
  );
}

/** Adds the processors of earlier rules that matched but had no capable processor. */
function withPassedOver(
  decision: RouteDecision,
  passedOver: readonly RouteCandidate[],
): RouteDecision {
  const all = [...passedOver, ...decision.candidates];
  const isLast = ({ processor }: RouteCandidate, at: number) =>
    all.findLastIndex((routeCandidate) => routeCandidate.processor === processor) === at;
  return { ...decision, candidates: all.filter(isLast) };
}

/** The next untried processor that `admits` allows, if any. */
export function nextRoute(
  { candidates, chosen, failedOver }: RouteDecision,
  admits: (processor: string) => boolean,
): string | null {
  const tried = new Set([chosen, ...failedOver.map(({ processor }) => processor)]);
  const next = candidates.find(
    ({ processor, outcome }) =>
      (outcome === "in_reserve" || outcome === "breaker_open") &&
      !tried.has(processor) &&
      admits(processor),
  );
  return next?.processor ?? null;
}

export function afterFailover(decision: RouteDecision, left: Failover): RouteDecision {
  return { ...decision, failedOver: [...decision.failedOver, left] };
}

/** Whether an enabled rule depends on the country of the card. */
export function asksForCountry(rules: readonly RoutingRule[]): boolean {
  return rules.some(({ enabled, when }) => enabled && when.countries !== undefined);
}

function holds(when: RoutingConditions, payment: RoutedPayment): boolean {
  const { amountMinor, currency, type, brand, funding, country } = payment;
  const lists = [
    [when.currencies, currency],
    [when.types, type],
    [when.brands, brand],
    [when.funding, funding],
    [when.countries, country],
  ] as const;
  return (
    lists.every(([list, value]) => list === undefined || list.some((each) => each === value)) &&
    amountMinor >= (minorOf(when.minAmount, currency) ?? 0) &&
    amountMinor <= (minorOf(when.maxAmount, currency) ?? Number.POSITIVE_INFINITY)
  );
}

function minorOf(amount: number | undefined, currency: string): number | undefined {
  if (amount === undefined) return undefined;
  const parsed = parseAmount(amount, currency);
  return parsed.ok ? parsed.amountMinor : undefined;
}

/** A rule's target, and why it cannot take the payment; `outcome` is null if it can. */
interface CheckedTarget {
  readonly processor: string;
  readonly weight: number;
  readonly outcome: Incapable | "unknown_processor" | null;
}

function isPassedOver(target: CheckedTarget): target is CheckedTarget & RouteCandidate {
  return target.outcome !== null;
}

function checkTargets(
  payment: RoutedPayment,
  to: RoutingRule["to"],
  processors: readonly RoutableProcessor[],
): CheckedTarget[] {
  return to.map(({ processor, weight }) => {
    const known = processors.find(({ name }) => name === processor);
    const outcome = known ? incapacityOf(known, payment) : "unknown_processor";
    return { processor, weight, outcome };
  });
}

function decide(
  { paymentId, funding, country, needs }: RoutedPayment,
  ruleId: string | null,
  checked: readonly CheckedTarget[],
  admits: (processor: string) => boolean,
): RouteDecision | null {
  const able = checked.filter(({ outcome }) => outcome === null);
  if (able.length === 0) return null;
  const open = able.filter(({ processor }) => admits(processor));
  const drawn = draw(paymentId, open.length > 0 ? open : able);
  const candidates = checked.map(({ processor, weight, outcome: problem }): RouteCandidate => {
    const isOpen = open.some((target) => target.processor === processor);
    const place = isOpen ? "in_reserve" : "breaker_open";
    const outcome = problem ?? (processor === drawn.processor ? "chosen" : place);
    return { processor, weight, outcome };
  });
  return {
    ruleId,
    reason: open.length === 0 ? "last_resort" : drawn.reason,
    chosen: drawn.processor,
    candidates,
    failedOver: [],
    funding,
    country,
    needs,
  };
}

/** Why a processor cannot take the payment; null if it can. */
export function incapacityOf(
  processor: RoutableProcessor,
  { currency, amountMinor, needs }: Pick<RoutedPayment, "currency" | "amountMinor" | "needs">,
): Incapable | null {
  const { maxMinor = Number.POSITIVE_INFINITY, lacks = [] } = processor;
  if (!takesCurrency(processor, currency)) return "currency_not_supported";
  if (amountMinor > maxMinor) return "amount_not_supported";
  const lacking = needs.find((need) => lacks.includes(need));
  return lacking ? `${lacking}_not_supported` : null;
}

interface WeightedProcessor {
  readonly processor: string;
  readonly weight: number;
}

/** Draws a processor by weight. Without weights, takes the first in order. */
function draw(
  paymentId: string,
  among: readonly WeightedProcessor[],
): { processor: string; reason: "weight" | "only_candidate" | "order" } {
  const [first] = among;
  if (!first) throw new Error("there is nothing to draw from");
  if (among.length === 1) return { processor: first.processor, reason: "only_candidate" };
  const weighed = among.filter(({ weight }) => weight > 0);
  if (weighed.length === 0) return { processor: first.processor, reason: "order" };
  const score = ({ processor, weight }: WeightedProcessor) =>
    -Math.log(drawnNumber(paymentId, processor)) / weight;
  const best = weighed.reduce((a, b) => (score(b) < score(a) ? b : a));
  return { processor: best.processor, reason: "weight" };
}

/** Returns a number in (0, 1], evenly distributed, and always the same for a payment and a processor. */
function drawnNumber(paymentId: string, processor: string): number {
  const digest = createHash("sha256").update(`${paymentId}/${processor}`).digest();
  return (digest.readUIntBE(0, 6) + 1) / 2 ** 48;
}
