import type { ComponentChild } from "preact";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { Notice } from "../../ui/notice.tsx";

interface W9NeededProps {
  readonly texts: DisbursementTexts;
  /** The step that leads to the form */
  readonly children: ComponentChild;
}

/** Inside the step that waits for approval: the approval needs the tax form. */
export function W9Needed({ texts, children }: W9NeededProps) {
  const { title, text } = texts.waiting.w9;
  return (
    <div class="payout-w9" data-testid="w9-needed">
      <Notice testId="w9-notice" tone="warning" title={title} lines={[text]} />
      {children}
    </div>
  );
}
