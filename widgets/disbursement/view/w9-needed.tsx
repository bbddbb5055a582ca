import type { ComponentChild } from "preact";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { Notice } from "../../ui/notice.tsx";

interface W9NeededProps {
  readonly texts: DisbursementTexts;
  readonly children: ComponentChild;
}

/** Shown while the approval waits for the tax form. */
export function W9Needed({ texts, children }: W9NeededProps) {
  const { title, text } = texts.waiting.w9;
  return (
    <div class="payout-w9" data-testid="w9-needed">
      <Notice testId="w9-notice" tone="warning" title={title} lines={[text]} />
      {children}
    </div>
  );
}
