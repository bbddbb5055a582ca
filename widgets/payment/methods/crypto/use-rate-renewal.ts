import { useEffect } from "preact/hooks";

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
    const look = () => {
      if (isAsked || document.visibilityState === "hidden") return;
      if (nowMs() < Date.parse(expiresAt)) return;
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
