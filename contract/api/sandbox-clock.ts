/**
 * The sandbox's clock (docs/testing/clock.md). It moves the time of every operator, all service processes and the
 * sandbox's outside parties, and only forward.
 *
 *   GET  /v1/sandbox/clock              → sandboxClock
 *   POST /v1/sandbox/clock  moveClock   → movedClock
 *
 * 403 `sandbox_clock_unavailable` where payments are real, 403 `sandbox_clock_not_allowed` for operators that may not
 * move it.
 */
import * as z from "zod/mini";

const daySeconds = 24 * 60 * 60;

/** Maximum number of seconds that one call can add. */
export const longestAdvanceSeconds = 400 * daySeconds;
/** Maximum number of seconds that the clock can be ahead of the machine's. */
export const maxAheadSeconds = 3_660 * daySeconds;

/** Moves the clock. Needs exactly one of its fields. */
export const moveClock = z.strictObject({
  /** Seconds to add to the time. */
  advance: z.optional(z.int().check(z.minimum(1), z.maximum(longestAdvanceSeconds))),
  to: z.optional(z.iso.datetime({ offset: true })),
});
export type MoveClock = z.infer<typeof moveClock>;

export const sandboxClock = z.object({
  /** The time of payments and everything that follows from them. */
  time: z.string(),
  /** The machine's time, which signatures, sessions and rate limits use. */
  machineTime: z.string(),
  offsetSeconds: z.number(),
});
export type SandboxClock = z.infer<typeof sandboxClock>;

export const movedClock = z.extend(sandboxClock, {
  /** Whether everything due until `time` has run, in all processes. If false, the rest runs in the background. */
  settled: z.boolean(),
});
export type MovedClock = z.infer<typeof movedClock>;
