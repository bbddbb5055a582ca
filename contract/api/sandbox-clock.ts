/**
 * The sandbox's clock (docs/testing/clock.md). One clock for the whole installation: moving it moves
 * the time of every operator, of all service processes and of the sandbox's outside parties.
 *
 *   GET  /v1/sandbox/clock              → sandboxClock
 *   POST /v1/sandbox/clock  moveClock   → movedClock
 *
 * It moves forward only. 403 `sandbox_clock_unavailable` where payments are real, 403
 * `sandbox_clock_not_allowed` for operators that must not move it.
 */
import * as z from "zod/mini";

const daySeconds = 24 * 60 * 60;

/** The most seconds that one call can add. */
export const longestAdvanceSeconds = 400 * daySeconds;
/** The most seconds that the clock can be ahead of the machine's. */
export const furthestAheadSeconds = 3_660 * daySeconds;

/** Body of the call that moves the clock: exactly one of its fields. */
export const moveClock = z.strictObject({
  /** Seconds to add. */
  advance: z.optional(z.int().check(z.minimum(1), z.maximum(longestAdvanceSeconds))),
  /** The time to move to, ISO 8601. */
  to: z.optional(z.iso.datetime({ offset: true })),
});
export type MoveClock = z.infer<typeof moveClock>;

/** The sandbox's time. */
export const sandboxClock = z.object({
  /** The current time of payments and everything that follows from them. */
  time: z.string(),
  /** The machine's time, which signatures, sessions and rate limits use. */
  machineTime: z.string(),
  /** Seconds by which `time` is ahead. */
  offsetSeconds: z.number(),
});
export type SandboxClock = z.infer<typeof sandboxClock>;

/** The sandbox's time after a move. */
export const movedClock = z.extend(sandboxClock, {
  /**
   * Whether everything that was due until `time` has run, in all processes. If false, the rest runs
   * in the background.
   */
  settled: z.boolean(),
});
export type MovedClock = z.infer<typeof movedClock>;
