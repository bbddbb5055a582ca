import { OutgoingCallFailed, type OutgoingHttp } from "../../platform/outgoing-http.ts";

export interface Pace {
  readonly perSecond: number;
  /** A call that would wait longer is not made. */
  readonly maxWaitMs: number;
}

/**
 * Wraps the client for a vendor that limits requests: at most `perSecond` calls start, one after the other. A call that
 * would wait too long fails as `refused` before anything is sent. Each process paces its own calls.
 */
export function pacedHttp(http: OutgoingHttp, { perSecond, maxWaitMs }: Pace): OutgoingHttp {
  const pauseMs = 1_000 / perSecond;
  let nextMs = Number.NEGATIVE_INFINITY;
  return {
    async call(request) {
      const nowMs = performance.now();
      const startMs = Math.max(nowMs, nextMs);
      if (startMs - nowMs > maxWaitMs) throw new OutgoingCallFailed("refused", "no");
      nextMs = startMs + pauseMs;
      if (startMs > nowMs) {
        await new Promise((resolve) => void setTimeout(resolve, startMs - nowMs));
      }
      return http.call(request);
    },
    close: () => http.close(),
  };
}
