import { createHash } from "node:crypto";
import { parseAmount } from "#contract/money";
import type { RoutableProcessor, RoutingConditions, RoutingRule } from "#contract/routing-rules";
import type { Failover, RouteCandidate, RouteDecision } from "./route-decision.ts";

/** The facts of a payment that routing rules can ask for. */
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
}

/**
 * Chooses the processor of a payment: by the first enabled rule that matches and has a processor
 * for the currency, or else by the service's own order. Null when no processor supports the
 * currency.
 *
 * The same payment under the same rules gets the same processor. Each processor draws a weighted
 * number from the payment's id, and the best one wins (rendezvous hashing). A processor that drops
 * out moves only its own payments, to the others by their weights. If every breaker is open, the
 * draw ignores breakers, because a try is better than a refusal.
 */
export function chooseRoute(
  payment: RoutedPayment,
  rules: readonly RoutingRule[],
  processors: readonly RoutableProcessor[],
  admits: (processor: string) => boolean,
): RouteDecision | null {
  for (const rule of rules) {
    if (!rule.enabled || !holds(rule.when, payment)) continue;
    const decision = decide(payment, rule.id, rule.to, processors, admits);
    if (decision) return decision;
  }
  const inOrder = processors.map(({ name }) => ({ processor: name, weight: 0 }));
  return decide(payment, null, inOrder, processors, admits);
}

/** The next untried processor in reserve that `admits` allows. Null if there is none. */
export function nextRoute(
  { candidates, chosen, failedOver }: RouteDecision,
  admits: (processor: string) => boolean,
): string | null {
  const tried = new Set([chosen, ...failedOver.map(({ processor }) => processor)]);
  const next = candidates.find(
    ({ processor, outcome }) =>
      outcome !== "currency_not_supported" &&
      outcome !== "unknown_processor" &&
      !tried.has(processor) &&
      admits(processor),
  );
  return next?.processor ?? null;
}

/** The decision after the payment left a processor. */
export function afterFailover(decision: RouteDecision, left: Failover): RouteDecision {
  return { ...decision, failedOver: [...decision.failedOver, left] };
}

/** Whether any enabled rule asks for the customer's country. */
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

function decide(
  { paymentId, currency, funding, country }: RoutedPayment,
  ruleId: string | null,
  to: RoutingRule["to"],
  processors: readonly RoutableProcessor[],
  admits: (processor: string) => boolean,
): RouteDecision | null {
  const checked = to.map(({ processor, weight }) => {
    const known = processors.find(({ name }) => name === processor);
    const isAble = known && (known.currencies?.includes(currency) ?? true);
    return { processor, weight, isKnown: known !== undefined, isAble: isAble === true };
  });
  const able = checked.filter(({ isAble }) => isAble);
  if (able.length === 0) return null;
  const open = able.filter(({ processor }) => admits(processor));
  const drawn = draw(paymentId, open.length > 0 ? open : able);
  const candidates = checked.map(({ processor, weight, isKnown, isAble }): RouteCandidate => {
    const outcome = !isKnown
      ? "unknown_processor"
      : !isAble
        ? "currency_not_supported"
        : processor === drawn.processor
          ? "chosen"
          : open.some((each) => each.processor === processor)
            ? "in_reserve"
            : "breaker_open";
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
  };
}

interface WeightedProcessor {
  readonly processor: string;
  readonly weight: number;
}

/** Draws by weight. Without weights, takes the first in order. */
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

/** Evenly distributed over (0, 1], and always the same for a payment and a processor. */
function drawnNumber(paymentId: string, processor: string): number {
  const digest = createHash("sha256").update(`${paymentId}/${processor}`).digest();
  return (digest.readUIntBE(0, 6) + 1) / 2 ** 48;
}
