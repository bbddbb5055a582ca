import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { AwaitedHeading } from "./heading-level.tsx";
import { Notice } from "./notice.tsx";
import { Placeholder } from "./placeholder.tsx";
import { useLoaded } from "./use-loaded.ts";

interface LazyPartProps<Part> {
  /** Begins the word's names for tests: `form` gives `form-loading`, `form-lost`, `form-retry`. */
  readonly testId: string;
  readonly load: () => Promise<Part>;
  /** Where the part is a whole step: its heading until it is there. */
  readonly title?: string;
  /** `retry` names a button; without, it is only tried again by itself. */
  readonly words: { readonly lost: string; readonly retry?: string; readonly loading?: string };
  readonly children: (part: Part) => ComponentChildren;
}

/** What is loaded when it is first shown; what can't be loaded is tried again until it is there. */
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
