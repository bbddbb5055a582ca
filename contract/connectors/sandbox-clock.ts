/**
 * How the service and the sandbox's outside parties agree on the time. Each stores how far its clock is ahead of the
 * machine's. Clocks only move forward, so the larger number is always right:
 *
 *   GET  /admin/clock                       → sandboxOffset
 *   POST /admin/clock  sandboxOffset        → sandboxOffset, after everything that became due has run
 */
import * as z from "zod/mini";

/** How far the sandbox's clock is ahead of the machine's. */
export const sandboxOffset = z.object({ offsetMs: z.int().check(z.minimum(0)) });
export type SandboxOffset = z.infer<typeof sandboxOffset>;
