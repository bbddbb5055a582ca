import type { Clock } from "../clock.ts";
import type { RateLimit } from "../config-values.ts";

/** Limits how often each subject may do something: `burst` at once, `perSecond` on average. */
export interface TokenBucket {
  /** Takes a token. Returns 0 if there was one, otherwise the milliseconds until the next. */
  take(subject: string): number;
  /** Milliseconds until there is a token; takes none. */
  wait(subject: string): number;
}

const maxSubjects = 50_000;

/**
 * Token buckets per subject, in memory (GCRA). Stores one number per subject: when its bucket will be full. Idle
 * subjects are not stored.
 */
export function createTokenBucket({ perSecond, burst }: RateLimit, clock: Clock): TokenBucket {
  const intervalMs = 1000 / perSecond;
  const toleranceMs = intervalMs * (burst - 1);
  const fullAtMs = new Map<string, number>();

  const waitMs = (subject: string, nowMs: number): number => {
    const fullAt = fullAtMs.get(subject);
    return fullAt === undefined ? 0 : Math.max(0, fullAt - toleranceMs - nowMs);
  };
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  /** Deletes idle subjects, at most once a second; otherwise the one with the oldest request. */
  const makeRoom = (nowMs: number): void => {
    if (nowMs - sweptAtMs >= 1000) {
      sweptAtMs = nowMs;
      for (const [subject, fullAt] of fullAtMs) if (fullAt <= nowMs) fullAtMs.delete(subject);
    }
    if (fullAtMs.size < maxSubjects) return;
    for (const subject of fullAtMs.keys()) {
      fullAtMs.delete(subject);
      return;
    }
  };
  return {
    wait: (subject) => waitMs(subject, clock.nowMs()),
    take(subject) {
      const nowMs = clock.nowMs();
      const wait = waitMs(subject, nowMs);
      if (wait > 0) return wait;
      const fullAt = Math.max(nowMs, fullAtMs.get(subject) ?? 0) + intervalMs;
      // Deleting first keeps the map in the order of last use.
      if (!fullAtMs.delete(subject) && fullAtMs.size >= maxSubjects) makeRoom(nowMs);
      fullAtMs.set(subject, fullAt);
      return 0;
    },
  };
}
