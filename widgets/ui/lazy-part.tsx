import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { AwaitedHeading } from "./heading-level.tsx";
import { Notice } from "./notice.tsx";
import { Placeholder } from "./placeholder.tsx";
import { useLoaded } from "./use-loaded.ts";

interface LazyPartProps<Part> {
  /** Prefix of the test ids: `form` gives `form-loading`, `form-lost`, `form-retry`. */
  readonly testId: string;
  readonly load: () => Promise<Part>;
  /** The heading while loading, if the part is a whole step. */
  readonly title?: string;
  /** `retry` labels a button; without it, the part only retries automatically. */
  readonly words: { readonly lost: string; readonly retry?: string; readonly loading?: string };
  readonly children: (part: Part) => ComponentChildren;
}

/** Loads when it is first shown, and retries until it succeeds. */
export function LazyPart<Part>({ testId, load, title, words, children }: LazyPartProps<Part>) {
  const { part, isLost, again } = useLoaded(load, { keepsTrying: true });
  if (part !== null) return <>{children(part)}</>;
  if (!isLost) {
    return <Placeholder testId={`${testId}-loading`} title={title} words={words.loading} />;
  }
  return (
    <div class="lazy-lost">
      <AwaitedHeading title={title} />
      <Notice testId={`${testId}-lost`} tone="warning" title={words.lost} lines={[]} />
      {words.retry !== undefined && (
        <Button testId={`${testId}-retry`} quiet onPress={again}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
