/** What the build writes into the pages' HTML: the widget before anything is known. */
import { kycTexts as en } from "../i18n/kyc-en.ts";
import { kycTexts as es } from "../i18n/kyc-es.ts";
import type { KycTexts } from "../i18n/kyc-texts.ts";
import type { Language } from "../i18n/languages.ts";
import { Step } from "../ui/step.tsx";

const all: Readonly<Record<Language, KycTexts>> = { en, es };

/** Title of the document, which names the frame for screen readers. */
export const kycTitle = (language: Language): string => all[language].title;

/** The same tree as the running widget's, so that nothing jumps. */
export const kycFirstScreen = (language: Language) => (
  <main class="kyc" data-testid="kyc" data-step="loading" aria-label={all[language].title}>
    <Step
      testId="kyc-loading"
      tone="neutral"
      icon={null}
      title={all[language].loading}
      lines={[]}
      holdsPlace
    />
  </main>
);
