import { useEffect } from "preact/hooks";

/** A rate is never asked for anew sooner than this after the last: a wrong clock must not become a flood. */
const leastMs = 10_000;

/**
 * Calls `renew` when the rate runs out. A tab that nobody looks at waits until it is looked at again.
 * `nowMs` is the service's time; `expiresAt` null: there is nothing to renew.
 */
export function useRateRenewal(
  expiresAt: string | null,
  nowMs: () => number,
  renew: () => void,
): void {
  useEffect(() => {
    if (expiresAt === null) return;
    let isAsked = false;
    const earliestMs = nowMs() + leastMs;
    const look = () => {
      if (isAsked || document.visibilityState === "hidden") return;
      if (nowMs() < Math.max(Date.parse(expiresAt), earliestMs)) return;
      isAsked = true;
      renew();
    };
    const timer = setInterval(look, 1_000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [expiresAt]);
}
