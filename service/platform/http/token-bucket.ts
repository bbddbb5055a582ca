import type { Clock } from "../clock.ts";
import type { RateLimit } from "../config-values.ts";

/** Limits how often each subject may do something: `burst` at once, `perSecond` on average. */
export interface TokenBucket {
  /** Takes one token. 0 when there was one, else the milliseconds until there will be. */
  take(subject: string): number;
  /** Milliseconds until there will be a token, 0 if there is one; takes none. */
  wait(subject: string): number;
}

const mostSubjects = 50_000;

/**
 * A token bucket per subject in this process's memory, as one number each (GCRA): the time at which
 * the bucket would be full again. Nothing is stored for a subject that has been quiet.
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
  /** Makes room: the quiet ones go, once a second at most; else whoever asked longest ago. */
  const makeRoom = (nowMs: number): void => {
    if (nowMs - sweptAtMs >= 1000) {
      sweptAtMs = nowMs;
      for (const [subject, fullAt] of fullAtMs) if (fullAt <= nowMs) fullAtMs.delete(subject);
    }
    if (fullAtMs.size < mostSubjects) return;
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
      // Taken out first, so that the map is in the order of last use.
      if (!fullAtMs.delete(subject) && fullAtMs.size >= mostSubjects) makeRoom(nowMs);
      fullAtMs.set(subject, fullAt);
      return 0;
    },
  };
}
