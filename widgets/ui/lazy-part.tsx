import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface LazyPartProps<Part> {
  /** Begins the word's names for tests: `form` gives `form-loading`, `form-lost`, `form-retry`. */
  readonly testId: string;
  readonly load: () => Promise<Part>;
  readonly words: { readonly lost: string; readonly retry: string; readonly loading?: string };
  readonly children: (part: Part) => ComponentChildren;
}

/** What is loaded when it is first shown; what can't be loaded can be tried again. */
export function LazyPart<Part>({ testId, load, words, children }: LazyPartProps<Part>) {
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null);
  const [round, setRound] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    setFailed(false);
    load().then(
      (part) => !isGone && setLoaded({ part }),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [round]);
  if (failed) {
    return (
      <div class="lazy-lost">
        <Notice testId={`${testId}-lost`} tone="warning" title={words.lost} lines={[]} />
        <Button testId={`${testId}-retry`} quiet onPress={() => setRound(round + 1)}>
          {words.retry}
        </Button>
      </div>
    );
  }
  if (loaded) return <>{children(loaded.part)}</>;
  return (
    <p class="lazy-loading" data-testid={`${testId}-loading`}>
      <span class="spinner" aria-hidden="true" />
      {words.loading !== undefined && <span class="visually-hidden">{words.loading}</span>}
    </p>
  );
}
