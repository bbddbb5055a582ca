import type { ComponentChildren } from "preact";
import { headingOf, levelIn } from "../../ui/heading-level.tsx";
import { useStepHeading } from "../../ui/step-heading.ts";

interface PanelProps {
  readonly testId: string;
  readonly title: string;
  readonly text?: string | undefined;
  /** Shown above the title. */
  readonly progress?: string | undefined;
  readonly children?: ComponentChildren;
}

/**
 * A screen. Its heading takes the focus when it appears, but only if this document already has it. Give each screen its
 * own key.
 */
export function Panel({ testId, title, text, progress, children }: PanelProps, context?: object) {
  const level = levelIn(context);
  const heading = useStepHeading(level);
  const Heading = headingOf(level);
  return (
    <section class="kyc-panel" data-testid={testId}>
      <header class="kyc-head">
        {progress !== undefined && <p class="kyc-progress">{progress}</p>}
        <Heading class="kyc-title" tabIndex={-1} ref={heading}>
          {title}
        </Heading>
        {text !== undefined && <p class="kyc-text">{text}</p>}
      </header>
      {children}
    </section>
  );
}
