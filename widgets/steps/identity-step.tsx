import { useEffect, useState } from "preact/hooks";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import { Notice } from "../ui/notice.tsx";
import type { StepsApi } from "./steps-api.ts";

interface IdentityStepProps {
  readonly api: Pick<StepsApi, "credentials">;
  readonly texts: PersonalTexts;
  readonly locale: string;
  readonly onDone: () => void;
}

type KycStep = typeof import("../kyc/kyc-step.tsx").KycStep;

/** Verifies who the customer is. All of it, with camera and words, is loaded when it is owed. */
export function IdentityStep({ api, texts, locale, onDone }: IdentityStepProps) {
  const [step, setStep] = useState<{ Step: KycStep } | null>(null);
  const [tries, setTries] = useState(0);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let isGone = false;
    import("../kyc/kyc-step.tsx").then(
      ({ KycStep: Step }) => !isGone && setStep({ Step }),
      () => !isGone && setLost(true),
    );
    return () => {
      isGone = true;
    };
  }, [tries]);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(() => {
      setLost(false);
      setTries(tries + 1);
    }, 5_000);
    return () => clearTimeout(timer);
  }, [lost]);
  if (lost) {
    return <Notice testId="steps-lost" tone="warning" title={texts.steps.lost} lines={[]} />;
  }
  if (step === null) return <span class="spinner" aria-hidden="true" data-testid="steps-loading" />;
  return <step.Step {...api.credentials} {...{ locale, onDone }} language={texts.language} />;
}
