/*
 * The circuit breaker of one processor, as a pure state machine. Every function gets the time.
 *
 *   closed ── tripped, health_lost ──► open ── cooled_down, health_back ──► half_open
 *     ▲                                  ▲                                    │   │
 *     │                                  └──── trial_failed, health_lost ─────┘   │
 *     └────────────────────────────── trials_passed ──────────────────────────────┘
 *
 * Always holds:
 * - While open, no charge is sent. While half open, only a few are sent at a time.
 * - A decline is a response, so it never opens the breaker.
 * - Each opening without a closing in between lasts twice as long as the one before.
 */

export const breakerPhases = ["closed", "half_open", "open"] as const;
export type BreakerPhase = (typeof breakerPhases)[number];

export const breakerEvents = [
  "tripped",
  "cooled_down",
  "trials_passed",
  "trial_failed",
  "health_lost",
  "health_back",
] as const;
export type BreakerEvent = (typeof breakerEvents)[number];

const phases: Readonly<Record<BreakerPhase, Partial<Record<BreakerEvent, BreakerPhase>>>> = {
  closed: { tripped: "open", health_lost: "open" },
  open: { cooled_down: "half_open", health_back: "half_open" },
  half_open: { trials_passed: "closed", trial_failed: "open", health_lost: "open" },
};

/** The phase after an event; undefined if the table has no such transition. */
export function nextBreakerPhase(
  phase: BreakerPhase,
  event: BreakerEvent,
): BreakerPhase | undefined {
  return phases[phase][event];
}

export type BreakerCause = "failures" | "failure_rate" | "health";

export interface Breaker {
  readonly phase: BreakerPhase;
  /** Null while closed. */
  readonly cause: BreakerCause | null;
  readonly sinceMs: number;
  /** Outcomes of charges by time, only of the last {@link windowMs}. */
  readonly recent: readonly Slice[];
  readonly failuresInARow: number;
  /** Openings since the breaker was last closed. */
  readonly openings: number;
  /** While open: when the first trial charges are allowed. */
  readonly cooldownEndsMs: number;
  /** When each pending charge counts as lost, while half open. */
  readonly trials: readonly number[];
  readonly trialsPassed: number;
}

interface Slice {
  readonly fromMs: number;
  readonly answered: number;
  readonly failed: number;
}

export type ChargeSignal = "answered" | "failed";

/** Older outcomes no longer count. */
export const windowMs = 60_000;
const sliceMs = 10_000;
/** This many failures in a row open the breaker. */
export const maxFailuresInARow = 5;
/** The failure rate counts only with this many outcomes in the window. */
export const fewestForRate = 20;
const tripsAtRate = 0.5;
/** Each further opening doubles the cooldown. */
export const firstCooldownMs = 15_000;
export const longestCooldownMs = 5 * 60_000;
/** Charges sent at a time while half open. */
export const maxTrials = 2;
/** The breaker closes after this many answered trials. */
export const trialsToClose = 3;
/** An older trial without an outcome no longer counts, because its request has died. */
export const trialLeaseMs = 60_000;

export function newBreaker(nowMs: number): Breaker {
  return {
    phase: "closed",
    cause: null,
    sinceMs: nowMs,
    recent: [],
    failuresInARow: 0,
    openings: 0,
    cooldownEndsMs: 0,
    trials: [],
    trialsPassed: 0,
  };
}

/** Ends a cooldown that is over, and drops old outcomes and dead trials. */
export function breakerAt(breaker: Breaker, nowMs: number): Breaker {
  const isRecent = ({ fromMs }: Slice) => fromMs > nowMs - windowMs;
  const isAlive = (untilMs: number) => untilMs > nowMs;
  const isUnchanged = breaker.recent.every(isRecent) && breaker.trials.every(isAlive);
  const current = isUnchanged
    ? breaker
    : {
        ...breaker,
        recent: breaker.recent.filter(isRecent),
        trials: breaker.trials.filter(isAlive),
      };
  return breaker.phase === "open" && nowMs >= breaker.cooldownEndsMs
    ? step(current, "cooled_down", nowMs)
    : current;
}

/** Whether a charge may be sent now. */
export function breakerAdmits(breaker: Breaker, nowMs: number): boolean {
  const { phase, trials } = breakerAt(breaker, nowMs);
  return phase === "closed" || (phase === "half_open" && trials.length < maxTrials);
}

export function chargeStarted(breaker: Breaker, nowMs: number): Breaker {
  const now = breakerAt(breaker, nowMs);
  return now.phase === "half_open"
    ? { ...now, trials: [...now.trials, nowMs + trialLeaseMs] }
    : now;
}

/** `signal` null: the end says nothing about the processor's health. */
export function chargeEnded(breaker: Breaker, signal: ChargeSignal | null, nowMs: number): Breaker {
  const before = breakerAt(breaker, nowMs);
  const now = { ...before, trials: before.trials.slice(1) };
  if (signal === null) return now;
  const hasFailed = signal === "failed";
  const counted = {
    ...now,
    recent: withOutcome(now.recent, hasFailed, nowMs),
    failuresInARow: hasFailed ? now.failuresInARow + 1 : 0,
  };
  if (now.phase === "closed") {
    const cause = hasFailed ? tripCause(counted) : null;
    return cause ? step(counted, "tripped", nowMs, cause) : counted;
  }
  if (now.phase === "open") return counted;
  if (hasFailed) return step(counted, "trial_failed", nowMs, "failures");
  const tried = { ...counted, trialsPassed: counted.trialsPassed + 1 };
  return tried.trialsPassed >= trialsToClose ? step(tried, "trials_passed", nowMs) : tried;
}

/**
 * An unhealthy check opens the breaker, or extends its cooldown. A healthy one ends the cooldown only if an unhealthy
 * check opened the breaker; it says nothing about failed charges.
 */
export function healthChecked(breaker: Breaker, isHealthy: boolean, nowMs: number): Breaker {
  const now = breakerAt(breaker, nowMs);
  if (isHealthy) {
    return now.phase === "open" && now.cause === "health" ? step(now, "health_back", nowMs) : now;
  }
  if (now.phase !== "open") return step(now, "health_lost", nowMs, "health");
  return { ...now, cooldownEndsMs: Math.max(now.cooldownEndsMs, nowMs + firstCooldownMs) };
}

export function recentOutcomes(breaker: Breaker): { answered: number; failed: number } {
  const sum = (part: "answered" | "failed") =>
    breaker.recent.reduce((total, slice) => total + slice[part], 0);
  return { answered: sum("answered"), failed: sum("failed") };
}

function tripCause(breaker: Breaker): BreakerCause | null {
  if (breaker.failuresInARow >= maxFailuresInARow) return "failures";
  const { answered, failed } = recentOutcomes(breaker);
  const isSignificant = answered + failed >= fewestForRate;
  return isSignificant && failed / (answered + failed) >= tripsAtRate ? "failure_rate" : null;
}

function withOutcome(recent: readonly Slice[], hasFailed: boolean, nowMs: number): Slice[] {
  const last = recent.at(-1);
  const fits = last !== undefined && nowMs < last.fromMs + sliceMs;
  const slice = fits ? last : { fromMs: nowMs, answered: 0, failed: 0 };
  const counted = {
    ...slice,
    answered: slice.answered + (hasFailed ? 0 : 1),
    failed: slice.failed + (hasFailed ? 1 : 0),
  };
  return [...(fits ? recent.slice(0, -1) : recent), counted];
}

function step(
  breaker: Breaker,
  event: BreakerEvent,
  nowMs: number,
  cause: BreakerCause | null = null,
): Breaker {
  const phase = nextBreakerPhase(breaker.phase, event);
  if (!phase) return breaker;
  const moved = { ...breaker, phase, sinceMs: nowMs, trials: [], trialsPassed: 0 };
  if (phase === "closed") {
    return { ...moved, cause: null, recent: [], failuresInARow: 0, openings: 0 };
  }
  if (phase === "half_open") return moved;
  const cooldownMs = Math.min(
    longestCooldownMs,
    firstCooldownMs * 2 ** Math.min(breaker.openings, 10),
  );
  return { ...moved, cause, openings: breaker.openings + 1, cooldownEndsMs: nowMs + cooldownMs };
}
