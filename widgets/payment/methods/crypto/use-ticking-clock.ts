import { useEffect, useReducer } from "preact/hooks";

/** The time in milliseconds, updated every second while `runs`. */
export function useTickingClock(nowMs: () => number, runs: boolean): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick(undefined), 1_000);
    return () => clearInterval(timer);
  }, [runs]);
  return nowMs();
}
