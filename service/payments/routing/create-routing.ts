import type { RoutableProcessor, RoutingRule } from "#contract/routing-rules";
import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  type CardProcessor,
  type ProcessorSettings,
  routable,
} from "../../providers/processor/index.ts";
import type { ThreeDSSettings } from "../../providers/three-ds/index.ts";
import { chooseRoute, nextRoute, type RoutedPayment } from "./choose-route.ts";
import { createProcessorHealth, type ProcessorHealth } from "./processor-health.ts";
import type { FailoverReason, RouteDecision } from "./route-decision.ts";
import { checkProcessors, watchProcessor } from "./watch-processor.ts";

/** Chooses processors by the current state of the breakers. */
export interface Routing extends Domain {
  /** The processors in the service's own order. */
  readonly processors: readonly RoutableProcessor[];
  /** Whether a processor takes the marks that card rules require for saved cards. */
  readonly takesSavedCards: boolean;
  readonly health: ProcessorHealth;
  /** Adds health checks to the processor, and a breaker for its charges. */
  watch(processor: CardProcessor): CardProcessor;
  /** Null when no processor can take the payment. */
  choose(payment: RoutedPayment, rules: readonly RoutingRule[]): RouteDecision | null;
  /** Takes over from `left`, which certainly did not charge. Null if `mayTakeOver` accepts no other. */
  next(
    decision: RouteDecision,
    left: string,
    reason: FailoverReason,
    mayTakeOver: (processor: string) => boolean,
  ): string | null;
}

export function createRouting(
  deps: Pick<
    PlatformDeps<ProcessorSettings & Pick<ThreeDSSettings, "threeDSServer">>,
    "config" | "machineClock" | "log" | "metrics"
  >,
): Routing {
  const processors = deps.config.processors.map((processor) =>
    routable(processor, deps.config.threeDSServer),
  );
  const names = processors.map(({ name }) => name);
  const health = createProcessorHealth(deps, names);
  const failovers = deps.metrics.counter(
    "tessera_routing_fail_overs_total",
    "Payments that failed over to another processor, by the processor that they left and the reason.",
    ["processor", "reason"],
  );
  const watched: CardProcessor[] = [];
  return {
    jobs: [
      createJob({
        name: "payments.processor_health",
        isTechnical: true,
        everyMs: 10_000,
        run: async () => {
          await checkProcessors(watched, health);
          return undefined;
        },
      }),
    ],
    commands: [],
    processors,
    takesSavedCards: processors.some(({ lacks }) => !lacks?.includes("stored_credentials")),
    health,
    watch(processor) {
      const watching = watchProcessor(processor, health);
      watched.push(watching);
      return watching;
    },
    choose: (payment, rules) => chooseRoute(payment, rules, processors, health.admits),
    next(decision, left, reason, mayTakeOver) {
      // If every breaker was open, the other processors are just as worth a try.
      const isLastResort = decision.reason === "last_resort";
      const admits = (name: string) =>
        name !== left && mayTakeOver(name) && (isLastResort || health.admits(name));
      const next = nextRoute(decision, admits);
      if (next !== null) failovers.inc({ processor: left, reason });
      return next;
    },
  };
}
