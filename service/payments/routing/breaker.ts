/*
 * The circuit breaker of one processor: a value, what may happen to it, and what it is then. It reads
 * no clock; every function is given the time.
 *
 *   closed ── tripped, health_lost ──► open ── rest_over, health_back ──► half_open
 *     ▲                                  ▲                                  │   │
 *     │                                  └──── trial_failed, health_lost ───┘   │
 *     └───────────────────────────── trials_passed ────────────────────────────┘
 *
 * It guarantees: while open nothing is let through; while half open only a few at a time; a decline is
 * an answer and never opens it; each opening without a closing between rests twice as long.
 */

/** Where a breaker may be. */
export const breakerPhases = ["closed", "half_open", "open"] as const;
/** One of {@link breakerPhases}. */
export type BreakerPhase = (typeof breakerPhases)[number];

/** Everything that leads from one phase to another. */
export const breakerEvents = [
  "tripped",
  "rest_over",
  "trials_passed",
  "trial_failed",
  "health_lost",
  "health_back",
] as const;
/** One of {@link breakerEvents}. */
export type BreakerEvent = (typeof breakerEvents)[number];

const phases: Readonly<Record<BreakerPhase, Partial<Record<BreakerEvent, BreakerPhase>>>> = {
  closed: { tripped: "open", health_lost: "open" },
  open: { rest_over: "half_open", health_back: "half_open" },
  half_open: { trials_passed: "closed", trial_failed: "open", health_lost: "open" },
};

/** The phase after `event`; undefined when the table has no such way. */
export function nextBreakerPhase(
  phase: BreakerPhase,
  event: BreakerEvent,
): BreakerPhase | undefined {
  return phases[phase][event];
}

/** Why a breaker is open. */
export type BreakerCause = "failures" | "failure_rate" | "health";

/** A breaker as it is. */
export interface Breaker {
  readonly phase: BreakerPhase;
  /** Null while closed. */
  readonly cause: BreakerCause | null;
  readonly sinceMs: number;
  /** What charges came to, by time; only of the last {@link windowMs}. */
  readonly recent: readonly Slice[];
  readonly failuresInARow: number;
  /** Openings since it was closed last. */
  readonly openings: number;
  /** While open: when it is tried again. */
  readonly restsUntilMs: number;
  /** While half open: for each charge under way, when it counts as lost. */
  readonly trials: readonly number[];
  readonly trialsPassed: number;
}

interface Slice {
  readonly fromMs: number;
  readonly answered: number;
  readonly failed: number;
}

/** What a charge said about the processor's health. */
export type ChargeSignal = "answered" | "failed";

/** Outcomes older than this count no longer. */
export const windowMs = 60_000;
const sliceMs = 10_000;
/** So many failures in a row open it. */
export const mostFailuresInARow = 5;
/** So many outcomes in the window are needed before their rate says something. */
export const fewestForRate = 20;
const tripsAtRate = 0.5;
/** The first rest; each opening that follows doubles it. */
export const firstRestMs = 15_000;
/** The longest rest. */
export const longestRestMs = 5 * 60_000;
/** So many charges at a time while half open. */
export const mostTrials = 2;
/** So many of them have to be answered before it closes. */
export const trialsToClose = 3;
/** A trial of which nothing is heard for so long no longer takes a place: its request has died. */
export const trialLeaseMs = 60_000;

/** A breaker that has seen nothing yet. */
export function newBreaker(nowMs: number): Breaker {
  return {
    phase: "closed",
    cause: null,
    sinceMs: nowMs,
    recent: [],
    failuresInARow: 0,
    openings: 0,
    restsUntilMs: 0,
    trials: [],
    trialsPassed: 0,
  };
}

/** The breaker as time alone has made it: a rest ends, old outcomes fall out, dead trials too. */
export function breakerAt(breaker: Breaker, nowMs: number): Breaker {
  const isRecent = ({ fromMs }: Slice) => fromMs > nowMs - windowMs;
  const isAlive = (untilMs: number) => untilMs > nowMs;
  const isAsItWas = breaker.recent.every(isRecent) && breaker.trials.every(isAlive);
  const seen = isAsItWas
    ? breaker
    : {
        ...breaker,
        recent: breaker.recent.filter(isRecent),
        trials: breaker.trials.filter(isAlive),
      };
  return breaker.phase === "open" && nowMs >= breaker.restsUntilMs
    ? step(seen, "rest_over", nowMs)
    : seen;
}

/** Whether a charge may be sent now. */
export function breakerAdmits(breaker: Breaker, nowMs: number): boolean {
  const { phase, trials } = breakerAt(breaker, nowMs);
  return phase === "closed" || (phase === "half_open" && trials.length < mostTrials);
}

/** A charge is sent. */
export function chargeStarted(breaker: Breaker, nowMs: number): Breaker {
  const now = breakerAt(breaker, nowMs);
  return now.phase === "half_open"
    ? { ...now, trials: [...now.trials, nowMs + trialLeaseMs] }
    : now;
}

/** A charge is over; null: it said nothing about the processor's health. */
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
 * A health check is over. A no opens at once, and keeps open; a yes ends the rest of one that opened for
 * a no, and says nothing about one that opened because charges failed.
 */
export function healthChecked(breaker: Breaker, isWell: boolean, nowMs: number): Breaker {
  const now = breakerAt(breaker, nowMs);
  if (isWell) {
    return now.phase === "open" && now.cause === "health" ? step(now, "health_back", nowMs) : now;
  }
  if (now.phase !== "open") return step(now, "health_lost", nowMs, "health");
  return { ...now, restsUntilMs: Math.max(now.restsUntilMs, nowMs + firstRestMs) };
}

/** Outcomes of the window. */
export function recentOutcomes(breaker: Breaker): { answered: number; failed: number } {
  const sum = (part: "answered" | "failed") =>
    breaker.recent.reduce((total, slice) => total + slice[part], 0);
  return { answered: sum("answered"), failed: sum("failed") };
}

function tripCause(breaker: Breaker): BreakerCause | null {
  if (breaker.failuresInARow >= mostFailuresInARow) return "failures";
  const { answered, failed } = recentOutcomes(breaker);
  const isTelling = answered + failed >= fewestForRate;
  return isTelling && failed / (answered + failed) >= tripsAtRate ? "failure_rate" : null;
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
  const restMs = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(breaker.openings, 10));
  return { ...moved, cause, openings: breaker.openings + 1, restsUntilMs: nowMs + restMs };
}
