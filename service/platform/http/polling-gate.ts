import type { Clock } from "../clock.ts";
import { ApiError } from "./api-error.ts";

/** Stops callers from reading an unchanged status more than once per cooldown. */
export interface PollingGate {
  /**
   * Milliseconds until this caller may be answered; 0 means now. `state` represents the response: a new one is always
   * allowed.
   */
  waitMs(caller: string, resourceId: string, state: string): number;
}

/** How many callers are remembered; those with the oldest request are forgotten first. */
const maxCallers = 20_000;

/**
 * Creates the gate for polled statuses (docs/keys-and-environments.md). It counts in memory, so each service behind an
 * address has its own cooldown, which is enough here.
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

/** Throws `polling_too_fast` with `Retry-After` if this caller saw this resource in this state within the cooldown. */
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
