import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics.ts";
import {
  type Breaker,
  type BreakerCause,
  type BreakerPhase,
  breakerAdmits,
  breakerAt,
  breakerPhases,
  type ChargeSignal,
  chargeEnded,
  chargeStarted,
  healthChecked,
  newBreaker,
  recentOutcomes,
} from "./breaker.ts";

/** A processor's health. Times are milliseconds. */
export interface HealthNow {
  readonly name: string;
  readonly phase: BreakerPhase;
  readonly cause: BreakerCause | null;
  readonly sinceMs: number;
  /** When the breaker lets charges through again. Null unless open. */
  readonly retryAtMs: number | null;
  readonly answered: number;
  readonly failed: number;
}

/** The breakers of this process. An unknown processor is never admitted. */
export interface ProcessorHealth {
  admits(name: string): boolean;
  chargeStarted(name: string): void;
  /** `signal` null: the outcome says nothing about the processor's health. */
  chargeEnded(name: string, signal: ChargeSignal | null): void;
  checked(name: string, isHealthy: boolean): void;
  now(): HealthNow[];
}

/** Keeps breakers in this process's memory. Logs and counts each change of phase, and shows it at `/metrics`. */
export function createProcessorHealth(
  { machineClock, log, metrics }: { machineClock: Clock; log: Log; metrics: Metrics },
  names: readonly string[],
): ProcessorHealth {
  const breakers = new Map(names.map((name) => [name, newBreaker(machineClock.nowMs())]));
  const gauge = metrics.gauge(
    "tessera_processor_breaker",
    "Circuit breaker by processor: 0 closed, 1 half open, 2 open.",
    ["processor"],
  );
  const changes = metrics.counter(
    "tessera_processor_breaker_changes_total",
    "Changes of circuit breakers by processor and the state after them.",
    ["processor", "to"],
  );
  for (const processor of names) gauge.set({ processor }, 0);

  const update = (name: string, change: (breaker: Breaker, nowMs: number) => Breaker) => {
    const before = breakers.get(name);
    if (!before) return undefined;
    const after = change(before, machineClock.nowMs());
    breakers.set(name, after);
    if (after.phase !== before.phase) report(name, before, after);
    return after;
  };
  const report = (processor: string, before: Breaker, { phase, cause }: Breaker) => {
    gauge.set({ processor }, breakerPhases.indexOf(phase));
    changes.inc({ processor, to: phase });
    const about = { processor, from: before.phase, to: phase, ...(cause && { reason: cause }) };
    if (phase === "open") log.warn("a processor's breaker has opened", about);
    else log.info("a processor's breaker has changed", about);
  };

  return {
    admits(name) {
      const breaker = update(name, breakerAt);
      return breaker !== undefined && breakerAdmits(breaker, machineClock.nowMs());
    },
    chargeStarted: (name) => void update(name, chargeStarted),
    chargeEnded: (name, signal) =>
      void update(name, (breaker, nowMs) => chargeEnded(breaker, signal, nowMs)),
    checked: (name, isHealthy) =>
      void update(name, (breaker, nowMs) => healthChecked(breaker, isHealthy, nowMs)),
    now: () =>
      names.flatMap((name) => {
        const breaker = update(name, breakerAt);
        if (!breaker) return [];
        const { phase, cause, sinceMs, cooldownEndsMs } = breaker;
        const retryAtMs = phase === "open" ? cooldownEndsMs : null;
        return { name, phase, cause, sinceMs, retryAtMs, ...recentOutcomes(breaker) };
      }),
  };
}
