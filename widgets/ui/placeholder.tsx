import "../../styles/lazy.css";
import { AwaitedHeading } from "./heading-level.tsx";

interface PlaceholderProps {
  readonly testId?: string;
  /** Where a whole step is on its way: its heading */
  readonly title?: string | undefined;
  /** Said by screen readers. */
  readonly words?: string | undefined;
}

/** Stands where something is on its way. The frame doesn't shrink meanwhile: see styles/base.css. */
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
