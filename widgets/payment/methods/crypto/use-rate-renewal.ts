import { useEffect } from "preact/hooks";

/** Minimum time between two rate requests: a wrong clock must not cause a flood. */
const minMs = 10_000;

/**
 * Calls `renew` when the rate expires. A hidden tab waits until it is visible. `nowMs` is the service's time. If
 * `expiresAt` is null, there is nothing to renew.
 */
export function useRateRenewal(
  expiresAt: string | null,
  nowMs: () => number,
  renew: () => void,
): void {
  useEffect(() => {
    if (expiresAt === null) return;
    let isAsked = false;
    const earliestMs = nowMs() + minMs;
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
