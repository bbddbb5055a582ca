import { useEffect, useState } from "preact/hooks";

const retryAfterMs = 5_000;

export interface Loaded<Part> {
  readonly part: Part | null;
  /** Whether the last try failed. */
  readonly isLost: boolean;
  /** Tries again immediately. */
  readonly again: () => void;
}

/** Loads on first render. `keepsTrying`: retries every five seconds, and as soon as the browser is online. */
export function useLoaded<Part>(
  load: () => Promise<Part>,
  { keepsTrying = false } = {},
): Loaded<Part> {
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null);
  const [round, setRound] = useState(0);
  /** The last round that failed. */
  const [lost, setLost] = useState(-1);
  const again = () => setRound((last) => last + 1);
  useEffect(() => {
    let isUnmounted = false;
    load().then(
      (part) => !isUnmounted && setLoaded({ part }),
      () => !isUnmounted && setLost(round),
    );
    return () => {
      isUnmounted = true;
    };
  }, [round]);
  useEffect(() => {
    if (!keepsTrying || lost !== round) return;
    const timer = setTimeout(again, retryAfterMs);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [lost, round]);
  return { part: loaded?.part ?? null, isLost: loaded === null && lost >= 0, again };
}
