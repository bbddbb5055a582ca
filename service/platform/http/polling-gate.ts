import type { Clock } from "../clock.ts";
import { ApiError } from "./api-error.ts";

/** Prevents callers from reading an unchanged status more than once per cooldown. */
export interface PollingGate {
  /**
   * Returns the milliseconds until this caller may be answered; 0 means now. `state` represents the
   * answer: one that the caller has not seen yet is always allowed.
   */
  waitMs(caller: string, resourceId: string, state: string): number;
}

/** Number of callers remembered. The gate forgets those with the oldest request first. */
const maxCallers = 20_000;

/**
 * Creates the gate for polled statuses (docs/keys-and-environments.md). It counts in memory:
 * several services behind one address each have their own cooldown, which is enough for this
 * purpose.
 */
export function createPollingGate(clock: Clock, cooldownMs: number): PollingGate {
  const seen = new Map<string, { state: string; atMs: number }>();
  return {
    waitMs(caller, resourceId, state) {
      const key = `${caller}\n${resourceId}`;
      const nowMs = clock.nowMs();
      const last = seen.get(key);
      if (last?.state === state && nowMs - last.atMs < cooldownMs) {
        return last.atMs + cooldownMs - nowMs;
      }
      seen.delete(key);
      seen.set(key, { state, atMs: nowMs });
      if (seen.size > maxCallers) {
        const oldest = seen.keys().next();
        if (!oldest.done) seen.delete(oldest.value);
      }
      return 0;
    },
  };
}

/**
 * Throws `polling_too_fast` with `Retry-After` if this caller saw this resource in this state
 * within the cooldown.
 */
export function requireSlowPolling(
  polling: PollingGate,
  caller: string,
  resourceId: string,
  state: string,
): void {
  const waitMs = polling.waitMs(caller, resourceId, state);
  if (waitMs > 0) {
    throw new ApiError("polling_too_fast", {
      headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
    });
  }
}
