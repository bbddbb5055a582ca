import type { ComponentChildren } from "preact";

export interface FunnelStep {
  readonly name: string;
  readonly count: number;
  /** The count as it is shown, which may be a link. */
  readonly shown: ComponentChildren;
  /** Share of the previous step, for display. */
  readonly share?: string | undefined;
}

/** Bars for the steps, each relative to `most`, with its number beside it. */
export function Funnel({ steps, most }: { steps: readonly FunnelStep[]; most: number }) {
  return (
    <ol class="funnel">
      {steps.map(({ name, count, shown, share }) => (
        <li class="funnel-step" key={name}>
          <span class="funnel-name">{name}</span>
          <span class="funnel-count">
            {shown}
            {share !== undefined && <span class="muted small"> {share}</span>}
          </span>
          <svg class="funnel-bar" width="100%" height="10" aria-hidden="true" focusable="false">
            <rect class="funnel-ground" width="100%" height="100%" rx="3" />
            <rect
              class="funnel-fill"
              width={`${(count / Math.max(1, most)) * 100}%`}
              height="100%"
              rx="3"
            />
          </svg>
        </li>
      ))}
    </ol>
  );
}
