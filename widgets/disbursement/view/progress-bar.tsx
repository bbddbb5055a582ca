import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import type { Progress } from "../machine/progress.ts";

interface ProgressBarProps {
  readonly progress: Progress;
  readonly texts: DisbursementTexts;
}

/** The progress: a bar of segments on screen, an ordered list for screen readers. */
export function ProgressBar({ progress, texts }: ProgressBarProps) {
  const { steps, current } = progress;
  const words = texts.progress;
  const nameOf = (step: string) =>
    Object.hasOwn(words.names, step)
      ? words.names[step as keyof typeof words.names]
      : words.names.other;
  return (
    <nav class="progress" aria-label={words.label} data-testid="progress">
      <p class="progress-words" aria-hidden="true">
        <span class="progress-name">{nameOf(steps[current] ?? "")}</span>
        <span>{words.now(current + 1, steps.length)}</span>
      </p>
      <ol class="progress-steps">
        {steps.map((step, index) => {
          const state = index < current ? "done" : index === current ? "current" : "ahead";
          return (
            <li
              class="progress-step"
              data-step={step}
              data-state={state}
              aria-current={state === "current" ? "step" : undefined}
              key={step}
            >
              <span class="visually-hidden">
                {nameOf(step)}
                {state === "done" && `, ${words.done}`}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
