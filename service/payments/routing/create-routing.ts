import type { RoutableProcessor, RoutingRule } from "#contract/routing-rules";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { chooseRoute, nextRoute, type RoutedPayment } from "./choose-route.ts";
import { createProcessorHealth, type ProcessorHealth } from "./processor-health.ts";
import type { FailoverReason, RouteDecision } from "./route-decision.ts";

/** Which processor takes which payment, now. */
export interface Routing {
  /** In the service's own order. */
  readonly processors: readonly RoutableProcessor[];
  readonly health: ProcessorHealth;
  /** Where a payment goes; null when no processor takes its currency. */
  choose(payment: RoutedPayment, rules: readonly RoutingRule[]): RouteDecision | null;
  /** The processor that takes over from `left`, which surely has not charged; null if there is none. */
  next(decision: RouteDecision, left: string, reason: FailoverReason): string | null;
}

/** Puts routing together for the configured processors. */
export function createRouting(
  deps: Pick<PlatformDeps, "clock" | "log" | "metrics">,
  processors: readonly RoutableProcessor[],
): Routing {
  const names = processors.map(({ name }) => name);
  const health = createProcessorHealth(deps, names);
  const failOvers = deps.metrics.counter(
    "tessera_routing_fail_overs_total",
    "Payments that went on to another processor, by the one that was left and why.",
    ["processor", "reason"],
  );
  return {
    processors,
    health,
    choose: (payment, rules) => chooseRoute(payment, rules, processors, health.admits),
    next(decision, left, reason) {
      // Where every breaker was open the others are worth as much of a try as the first.
      const isLastResort = decision.reason === "last_resort";
      const admits = (name: string) => name !== left && (isLastResort || health.admits(name));
      const next = nextRoute(decision, admits);
      if (next !== null) failOvers.inc({ processor: left, reason });
      return next;
    },
  };
}
