import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { OwedSteps } from "../steps/owed-steps.tsx";
import type { StepsApi } from "../steps/steps-api.ts";

/** What asks the customer for what is owed; loaded only where something is. */
export interface OwedParts {
  readonly Steps: typeof OwedSteps;
  readonly texts: PersonalTexts;
  /** For the secret that is in use now. */
  readonly api: StepsApi;
}

interface OwedProps {
  readonly load: () => Promise<OwedParts>;
  readonly locale: string;
  readonly onDone: () => void;
  /** Where there is no step for it, or it can't be loaded. */
  readonly fallback: ComponentChild;
}

/** The steps for what the customer owes, in the payment form's place. */
export function Owed({ load, locale, onDone, fallback }: OwedProps) {
  const [parts, setParts] = useState<OwedParts | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then(setParts, () => setFailed(true));
  }, []);
  if (failed) return <>{fallback}</>;
  if (parts === null) return <span class="spinner" aria-hidden="true" />;
  const { Steps, texts, api } = parts;
  return (
    <Steps {...{ texts, api, locale, onDone }} nowMs={Date.now}>
      {fallback}
    </Steps>
  );
}
