import { useEffect, useState } from "preact/hooks";

const againMs = 5_000;

export interface Loaded<Part> {
  readonly part: Part | null;
  /** Whether the last try failed. */
  readonly isLost: boolean;
  /** Tries again at once. */
  readonly again: () => void;
}

/** Loads when it is first rendered. `keepsTrying`: retries every five seconds, and as soon as the browser is online. */
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
    let isGone = false;
    load().then(
      (part) => !isGone && setLoaded({ part }),
      () => !isGone && setLost(round),
    );
    return () => {
      isGone = true;
    };
  }, [round]);
  useEffect(() => {
    if (!keepsTrying || lost !== round) return;
    const timer = setTimeout(again, againMs);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [lost, round]);
  return { part: loaded?.part ?? null, isLost: loaded === null && lost >= 0, again };
}
