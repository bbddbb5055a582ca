/**
 * The time, passed in everywhere so that tests can turn it. SQL takes its times from here too
 * (as parameters), never from `now()`.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  nowMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** ISO 8601 UTC with milliseconds, the form of every time on the wire. */
export function toIsoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
