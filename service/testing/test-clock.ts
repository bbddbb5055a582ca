import type { Clock } from "../platform/clock.ts";

/** Advances only on request. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Sets the time. It may be earlier than now. */
  set(nowMs: number): void;
}

/** Starts by default at noon UTC of a Tuesday in 2026. */
export function createTestClock(startMs = Date.UTC(2026, 2, 10, 12)): TestClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
    set(time) {
      nowMs = time;
    },
  };
}
