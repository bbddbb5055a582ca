import { signal } from "@preact/signals";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ApiAnswer, ApiFailure } from "./api.ts";

/** What a room shows of something that it reads. */
export interface Reading<T> {
  /** The newest that was read; stays while it is read again, also after a failure. */
  readonly value: T | undefined;
  /** Why the last reading failed; undefined after one that did not. */
  readonly failure: ApiFailure | undefined;
  readonly isLoading: boolean;
  /** Reads it again. */
  readonly reload: () => void;
  /** Puts in what a change answered, so that it need not be read again. */
  readonly replace: (value: T) => void;
}

/** How something is read. */
interface ReadingOptions<T> {
  /** How often it is read again while the page is seen; by what was read, where it comes to an end. */
  readonly everyMs?: number | ((value: T | undefined) => number | undefined);
  readonly isKept?: boolean;
}

/** While somebody has to sign in again nothing is read; afterwards everything on the screen is. */
const reading = signal({ isPaused: false, resumed: 0 });

/** Reads nothing until {@link resumeReading}. */
export function pauseReading(): void {
  reading.value = { ...reading.value, isPaused: true };
}

/** Reads what is on the screen again, with all that failed. */
export function resumeReading(): void {
  reading.value = { isPaused: false, resumed: reading.value.resumed + 1 };
}

/** Kept, so that going back shows at once what was there; forgotten with the session. */
const kept = new Map<string, unknown>();
const keptAtMost = 60;

/** Forgets everything that was read: at a sign-out nothing stays for whoever comes next. */
export function forgetAnswers(): void {
  kept.clear();
}

/**
 * Reads what `key` names and reads it again when the key changes, every `everyMs` while the page is seen,
 * and when it is seen again. A null key reads nothing. An answer that comes after the key has changed is
 * dropped. With `isKept: false` nothing of it stays once it has left the screen.
 */
export function useAnswer<T>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<ApiAnswer<T>>,
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

  useEffect(() => {
    if (key === null || reading.peek().isPaused) return;
    const abort = new AbortController();
    setState((last) => ({
      key,
      value: last.key === key ? last.value : keptValue<T>(key),
      failure: last.key === key ? last.failure : undefined,
      isLoading: true,
    }));
    void reader.current(abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      if (answer.ok && isKept) keep(key, answer.value);
      setState((last) => ({
        key,
        value: answer.ok ? answer.value : last.key === key ? last.value : undefined,
        failure: answer.ok ? undefined : answer.failure,
        isLoading: false,
      }));
    });
    return () => abort.abort();
  }, [key, round, isKept, reading.value.resumed]);

  const everyMs = typeof pause === "function" ? pause(state.value) : pause;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    if (everyMs === undefined || key === null) return;
    const whenSeen = () => document.visibilityState === "visible" && reload();
    const timer = setInterval(whenSeen, everyMs);
    document.addEventListener("visibilitychange", whenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", whenSeen);
    };
  }, [everyMs, key, reload]);

  const replace = useCallback(
    (value: T) => {
      if (key === null) return;
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
  if (kept.size > keptAtMost && !oldest.done) kept.delete(oldest.value);
}
