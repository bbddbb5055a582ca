import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiFailure } from "../../client/api.ts";
import { reentry } from "../../session/session.ts";

/** The pauses before the next try: two minutes together, longer than a look-up takes. */
const pausesS = [2, 4, 8, 16, 30, 30, 30] as const;

interface LookUpRetryOptions {
  /** Whether another look-up is running and its result is still needed. */
  readonly isWaiting: boolean;
  /** Changes with each response. */
  readonly result: unknown;
  readonly failure: ApiFailure | undefined;
  readonly ask: () => void;
  /** Called after the last try, if the other look-up is still running. */
  readonly onGaveUp: () => void;
}

/**
 * Tries again while another look-up is running, with growing pauses. Waits while the page is hidden or the person is
 * signed out, and obeys `Retry-After`. Each wait starts with the first pause.
 */
export function useLookUpRetry(options: LookUpRetryOptions): void {
  const { isWaiting, result, failure, ask, onGaveUp } = options;
  const tries = useRef(0);
  if (!isWaiting) tries.current = 0;
  const isHeld = useIsHidden() || reentry.value !== null;
  useEffect(() => {
    if (!isWaiting || isHeld) return;
    const pauseS = pausesS[tries.current];
    if (pauseS === undefined) return onGaveUp();
    const timer = setTimeout(
      () => {
        tries.current += 1;
        ask();
      },
      Math.max(pauseS, failure?.retryAfterS ?? 0) * 1000,
    );
    return () => clearTimeout(timer);
  }, [isWaiting, isHeld, result, failure]);
}

function useIsHidden(): boolean {
  const [isHidden, setIsHidden] = useState(document.visibilityState === "hidden");
  useEffect(() => {
    const look = () => setIsHidden(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isHidden;
}
