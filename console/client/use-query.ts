import { signal } from "@preact/signals";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ApiFailure, ApiResult } from "./api.ts";

export interface Reading<T> {
  /** The newest value. It stays during the next read and after a failure. */
  readonly value: T | undefined;
  /** Why the last read failed; undefined after a success. */
  readonly failure: ApiFailure | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Shows the value that a change returned, so that no read is needed. */
  readonly replace: (value: T) => void;
}

interface ReadingOptions<T> {
  /** How often to read while the page is visible. A function of the value can end it. */
  readonly everyMs?: number | ((value: T | undefined) => number | undefined);
  readonly isKept?: boolean;
}

/** A new sign-in pauses all reads. Afterwards everything on the screen is read again. */
const reading = signal({ isPaused: false, resumed: 0 });

export function pauseReading(): void {
  reading.value = { ...reading.value, isPaused: true };
}

/** Reads everything on the screen again, including what failed. */
export function resumeReading(): void {
  reading.value = { isPaused: false, resumed: reading.value.resumed + 1 };
}

/** Values kept for the back button. Signing out deletes them. */
const kept = new Map<string, unknown>();
const maxKept = 60;

/** Deletes all kept values, because the next person must not see them. */
export function forgetQueries(): void {
  kept.clear();
}

/**
 * Reads what `key` names: when it changes, every `everyMs` while the page is visible, and when the page becomes
 * visible. A null key reads nothing. A response to an earlier key is dropped. `isKept: false` keeps nothing after it
 * has left the screen.
 */
export function useQuery<T>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<ApiResult<T>>,
  { everyMs: pause, isKept = true }: ReadingOptions<T> = {},
): Reading<T> {
  const [state, setState] = useState<{
    key: string | null;
    value?: T | undefined;
    failure?: ApiFailure | undefined;
    isLoading: boolean;
  }>(() => ({ key, value: keptValue<T>(key), isLoading: key !== null }));
  const [round, setRound] = useState(0);
  const reader = useRef(read);
  reader.current = read;
  const underWay = useRef<AbortController | null>(null);

  useEffect(() => {
    if (key === null || reading.peek().isPaused) return;
    const abort = new AbortController();
    underWay.current = abort;
    setState((last) => ({
      key,
      value: last.key === key ? last.value : keptValue<T>(key),
      failure: last.key === key ? last.failure : undefined,
      isLoading: true,
    }));
    void reader.current(abort.signal).then((result) => {
      if (abort.signal.aborted) return;
      underWay.current = null;
      if (result.ok && isKept) keep(key, result.value);
      setState((last) => ({
        key,
        value: result.ok ? result.value : last.key === key ? last.value : undefined,
        failure: result.ok ? undefined : result.failure,
        isLoading: false,
      }));
    });
    return () => {
      abort.abort();
      underWay.current = null;
    };
  }, [key, round, isKept, reading.value.resumed]);

  const everyMs = typeof pause === "function" ? pause(state.value) : pause;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    if (everyMs === undefined || key === null) return;
    const whenSeen = () => document.visibilityState === "visible" && reload();
    // A service that takes longer than `everyMs` would never answer if each read ended the previous one.
    const timer = setInterval(() => underWay.current === null && whenSeen(), everyMs);
    document.addEventListener("visibilitychange", whenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", whenSeen);
    };
  }, [everyMs, key, reload]);

  const replace = useCallback(
    (value: T) => {
      if (key === null) return;
      // A read that began before the change would bring back the older value.
      underWay.current?.abort();
      underWay.current = null;
      if (isKept) keep(key, value);
      setState({ key, value, isLoading: false });
    },
    [key, isKept],
  );
  const isFresh = state.key === key;
  return {
    value: isFresh ? state.value : keptValue<T>(key),
    failure: isFresh ? state.failure : undefined,
    isLoading: key !== null && (isFresh ? state.isLoading : true),
    reload,
    replace,
  };
}

function keptValue<T>(key: string | null): T | undefined {
  return key === null ? undefined : (kept.get(key) as T | undefined);
}

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  const oldest = kept.keys().next();
  if (kept.size > maxKept && !oldest.done) kept.delete(oldest.value);
}
