import type { Language } from "#contract/languages";
import { textsOf } from "../i18n/texts-of.ts";
import { Step } from "../ui/step.tsx";

/** Names the frame for screen readers. */
export const kycTitle = (language: Language): string => textsOf("kyc", language).title;

/** The build writes this into the pages' HTML: the running widget's tree, so that nothing jumps. */
export const kycFirstScreen = (language: Language) => (
  <main
    class="kyc"
    data-testid="kyc"
    data-step="loading"
    aria-label={textsOf("kyc", language).title}
  >
    <Step
      testId="kyc-loading"
      tone="neutral"
      icon={null}
      title={textsOf("kyc", language).loading}
      lines={[]}
      holdsPlace
    />
  </main>
);
