import type { ComponentChildren } from "preact";

interface ProgressBarProps {
  readonly steps: readonly { readonly id: string; readonly name: string }[];
  /** Index of the current step. */
  readonly current: number;
  readonly words: {
    readonly label: string;
    readonly now: (step: number, steps: number) => string;
    readonly done: string;
  };
  /** Shown at the start of the line above the bar. Default: the current step's name. */
  readonly title?: ComponentChildren;
}

/** A bar of segments on screen, an ordered list for screen readers. */
export function ProgressBar({ steps, current, words, title }: ProgressBarProps) {
  return (
    <nav class="progress" aria-label={words.label} data-testid="progress">
      <p class="progress-words" aria-hidden={title === undefined ? "true" : undefined}>
        {title ?? <span class="progress-name">{steps[current]?.name}</span>}
        <span aria-hidden="true">{words.now(current + 1, steps.length)}</span>
      </p>
      <ol class="progress-steps">
        {steps.map(({ id, name }, index) => {
          const state = index < current ? "done" : index === current ? "current" : "ahead";
          return (
            <li
              class="progress-step"
              data-step={id}
              data-state={state}
              aria-current={state === "current" ? "step" : undefined}
              key={id}
            >
              <span class="visually-hidden">
                {name}
                {state === "done" && `, ${words.done}`}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
