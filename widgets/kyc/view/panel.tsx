import type { ComponentChildren } from "preact";
import { headingOf, levelIn } from "../../ui/heading-level.tsx";
import { useStepHeading } from "../../ui/step-heading.ts";

interface PanelProps {
  readonly testId: string;
  readonly title: string;
  readonly text?: string | undefined;
  /** Above the title: where in the course this is. */
  readonly progress?: string | undefined;
  readonly children?: ComponentChildren;
}

/**
 * One screen: its heading and what is below. The heading takes the focus when the screen appears, but
 * only where this document has it already. Give it a key, so that another screen is another one.
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
