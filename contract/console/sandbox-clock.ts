/**
 * The sandbox's clock in the console, which staff see on every page of a sandbox.
 *
 *   GET  /console/api/sandbox-clock           → consoleClock
 *   POST /console/api/sandbox-clock/next-day  {} → consoleClock, 24 hours later (admins)
 */
import * as z from "zod/mini";

/** The sandbox's time. */
export const consoleClock = z.object({
  time: z.string(),
  /** Seconds by which it is ahead of the machine's time. */
  offsetSeconds: z.number(),
  /** Whether this person may move it. */
  mayMove: z.boolean(),
  /** After a move: whether everything that was due has run. */
  settled: z.boolean(),
});
export type ConsoleClock = z.infer<typeof consoleClock>;
