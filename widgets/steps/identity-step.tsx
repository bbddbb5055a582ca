import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { LazyPart } from "../ui/lazy-part.tsx";
import type { StepsApi } from "./steps-api.ts";

interface IdentityStepProps {
  readonly api: Pick<StepsApi, "credentials">;
  readonly texts: PersonalTexts;
  readonly locale: string;
  readonly onDone: () => void;
  readonly onExpired: () => void;
}

/** Camera, texts and the rest load when the step is shown. */
export function IdentityStep({ api, texts, locale, onDone, onExpired }: IdentityStepProps) {
  const { language } = texts;
  const load = async () => (await import("../kyc/kyc-step.tsx")).loadKycStep(language);
  return (
    <LazyPart
      testId="steps"
      load={load}
      title={texts.steps.next}
      words={{ lost: texts.steps.lost }}
    >
      {({ KycStep, kycTexts }) => (
        <KycStep
          {...api.credentials}
          language={language}
          kycTexts={kycTexts}
          locale={locale}
          onDone={onDone}
          onExpired={onExpired}
        />
      )}
    </LazyPart>
  );
}
