import type { ComponentChildren } from "preact";
import { BelowHeading, headingOf, levelIn } from "./heading-level.tsx";
import { type Drawn, Icon, type IconName } from "./icon.tsx";
import { useStepHeading } from "./step-heading.ts";

interface StepProps {
  readonly testId: string;
  readonly tone: "success" | "danger" | "warning" | "neutral";
  /** Null shows a spinner. */
  readonly icon: IconName | Drawn | null;
  readonly title: string;
  readonly lines: readonly string[];
  /** The next step is loading: the frame keeps its height in the meantime. */
  readonly holdsPlace?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/**
 * A step without a form: waiting, done, expired. Its heading takes the focus when it appears, but only if the frame
 * already has it. Steps in `children` have lower headings.
 */
export function Step(props: StepProps, context?: object) {
  const { testId, tone, icon, title, lines, holdsPlace, children } = props;
  const level = levelIn(context);
  const heading = useStepHeading(level);
  const Heading = headingOf(level);
  return (
    <section class="step" data-testid={testId} data-holds-place={holdsPlace}>
      <div class="step-mark" data-tone={tone}>
        {icon === null ? (
          <span class="spinner" aria-hidden="true" />
        ) : (
          <Icon name={icon} sizePx={28} />
        )}
      </div>
      <Heading class="step-title" tabIndex={-1} ref={heading}>
        {title}
      </Heading>
      {lines.map((line) => (
        <p class="step-text" key={line}>
          {line}
        </p>
      ))}
      <BelowHeading>{children}</BelowHeading>
    </section>
  );
}
