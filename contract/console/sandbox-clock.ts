/**
 * The sandbox's clock, on every page of a sandbox's console.
 *
 *   GET  /console/api/sandbox-clock           → consoleClock
 *   POST /console/api/sandbox-clock/next-day  {} → consoleClock, 24 hours later (admins)
 */
import * as z from "zod/mini";

export const consoleClock = z.object({
  time: z.string(),
  /** Seconds by which the clock is ahead of the machine's time. */
  offsetSeconds: z.number(),
  /** Whether this person may move the clock. */
  mayMove: z.boolean(),
  /** Whether everything due has run after a move. */
  settled: z.boolean(),
});
export type ConsoleClock = z.infer<typeof consoleClock>;
