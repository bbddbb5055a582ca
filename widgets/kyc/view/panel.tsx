import type { ComponentChildren } from "preact";
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
export function Panel({ testId, title, text, progress, children }: PanelProps) {
  const heading = useStepHeading();
  return (
    <section class="kyc-panel" data-testid={testId}>
      <header class="kyc-head">
        {progress !== undefined && <p class="kyc-progress">{progress}</p>}
        <h1 class="kyc-title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {text !== undefined && <p class="kyc-text">{text}</p>}
      </header>
      {children}
    </section>
  );
}
