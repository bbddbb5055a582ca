import "../../styles/lazy.css";

interface PlaceholderProps {
  readonly testId?: string;
  /** Said by screen readers. */
  readonly words?: string | undefined;
}

/** Stands where something is on its way. The frame doesn't shrink meanwhile: see styles/base.css. */
export function Placeholder({ testId, words }: PlaceholderProps) {
  return (
    <p class="lazy-loading" data-testid={testId} data-holds-place>
      <span class="spinner" aria-hidden="true" />
      {words !== undefined && <span class="visually-hidden">{words}</span>}
    </p>
  );
}
