import type { Clock } from "../clock.ts";
import { ApiError } from "./api-error.ts";

/** Keeps callers from asking for a status that they have seen more than once in the cooldown. */
export interface PollingGate {
  /**
   * Milliseconds to wait before this caller may be answered again; 0: answer now. `state` stands for
   * what would be answered: one that the caller has not seen yet is always answered.
   */
  waitMs(caller: string, resourceId: string, state: string): number;
}

/** Callers remembered; the ones that asked longest ago are forgotten first. */
const mostCallers = 20_000;

/**
 * Decisions §6. In memory: with several services behind one address each has its own cooldown, which
 * is as good for the purpose.
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
      if (seen.size > mostCallers) {
        const oldest = seen.keys().next();
        if (!oldest.done) seen.delete(oldest.value);
      }
      return 0;
    },
  };
}

/**
 * Throws `polling_too_fast` with `Retry-After` when this caller saw this resource in this state less
 * than the cooldown ago.
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
