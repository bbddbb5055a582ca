import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import { useStepHeading } from "./step-heading.ts";

interface StepProps {
  readonly testId: string;
  readonly tone: "success" | "danger" | "warning" | "neutral";
  /** Null: a spinner. */
  readonly icon: IconName | null;
  readonly title: string;
  readonly lines: readonly string[];
  /** What comes is on its way: the frame doesn't shrink meanwhile. */
  readonly holdsPlace?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/**
 * A step that stands alone: waiting, done, run out. Its heading takes the focus when the step
 * appears, but only where the frame has the focus already: the page's own is never stolen.
 */
export function Step(props: StepProps) {
  const { testId, tone, icon, title, lines, holdsPlace, children } = props;
  const heading = useStepHeading();
  return (
    <section class="step" data-testid={testId} data-holds-place={holdsPlace}>
      <div class="step-mark" data-tone={tone}>
        {icon === null ? (
          <span class="spinner" aria-hidden="true" />
        ) : (
          <Icon name={icon} sizePx={28} />
        )}
      </div>
      <h1 class="step-title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {lines.map((line) => (
        <p class="step-text" key={line}>
          {line}
        </p>
      ))}
      {children}
    </section>
  );
}
