import type { RoutableProcessor, RoutingRule } from "#contract/routing-rules";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { chooseRoute, nextRoute, type RoutedPayment } from "./choose-route.ts";
import { createProcessorHealth, type ProcessorHealth } from "./processor-health.ts";
import type { FailoverReason, RouteDecision } from "./route-decision.ts";

/** Chooses processors with the present state of the breakers. */
export interface Routing {
  /** The processors in the service's own order. */
  readonly processors: readonly RoutableProcessor[];
  readonly health: ProcessorHealth;
  /** Chooses a payment's processor. Null when no processor supports its currency. */
  choose(payment: RoutedPayment, rules: readonly RoutingRule[]): RouteDecision | null;
  /**
   * The processor that takes over from `left`, which certainly did not charge. Null if there is
   * none.
   */
  next(decision: RouteDecision, left: string, reason: FailoverReason): string | null;
}

/** Creates routing for the configured processors. */
export function createRouting(
  deps: Pick<PlatformDeps, "machineClock" | "log" | "metrics">,
  processors: readonly RoutableProcessor[],
): Routing {
  const names = processors.map(({ name }) => name);
  const health = createProcessorHealth(deps, names);
  const failovers = deps.metrics.counter(
    "tessera_routing_fail_overs_total",
    "Payments that failed over to another processor, by the processor that they left and the reason.",
    ["processor", "reason"],
  );
  return {
    processors,
    health,
    choose: (payment, rules) => chooseRoute(payment, rules, processors, health.admits),
    next(decision, left, reason) {
      // If every breaker was open, the other processors are as good a try as the first.
      const isLastResort = decision.reason === "last_resort";
      const admits = (name: string) => name !== left && (isLastResort || health.admits(name));
      const next = nextRoute(decision, admits);
      if (next !== null) failovers.inc({ processor: left, reason });
      return next;
    },
  };
}
