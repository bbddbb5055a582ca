/**
 * The sandbox's clock, on every page of a sandbox's console.
 *
 *   GET  /console/api/sandbox-clock           → consoleClock
 *   POST /console/api/sandbox-clock/next-day  {} → consoleClock, 24 hours later (admins)
 */
import * as z from "zod/mini";

export const consoleClock = z.object({
  time: z.string(),
  /** Seconds by which it is ahead of the machine's time. */
  offsetSeconds: z.number(),
  /** This person may move it. */
  mayMove: z.boolean(),
  /** After a move: everything due has run. */
  settled: z.boolean(),
});
export type ConsoleClock = z.infer<typeof consoleClock>;
