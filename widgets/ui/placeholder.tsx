import "../../styles/lazy.css";
import { AwaitedHeading } from "./heading-level.tsx";

interface PlaceholderProps {
  readonly testId?: string;
  /** The heading, if a whole step is loading. */
  readonly title?: string | undefined;
  /** Read by screen readers. */
  readonly words?: string | undefined;
}

/** Shown while something loads. The frame keeps its height in the meantime (styles/base.css). */
export function Placeholder({ testId, title, words }: PlaceholderProps) {
  return (
    <>
      <AwaitedHeading title={title} />
      <p class="lazy-loading" data-testid={testId} data-holds-place>
        <span class="spinner" aria-hidden="true" />
        {words !== undefined && <span class="visually-hidden">{words}</span>}
      </p>
    </>
  );
}
