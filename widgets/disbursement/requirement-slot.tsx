import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DisbursementTexts } from "../i18n/disbursement-texts.ts";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { hasStep, RequirementStep } from "../steps/requirement-step.tsx";
import type { OwedStep, StepsApi } from "../steps/steps-api.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** What asks the customer for what is owed; loaded only where something is. */
export interface RequirementParts {
  readonly Step: typeof RequirementStep;
  readonly hasStep: typeof hasStep;
  readonly texts: PersonalTexts;
  /** For the secret that is in use now. */
  readonly api: StepsApi;
}

interface RequirementSlotProps {
  readonly owed: OwedStep;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  readonly load: () => Promise<RequirementParts>;
  readonly onDone: () => void;
  /** Where this version has no step for it. */
  readonly fallback: ComponentChild;
}

/** The step for one thing that is owed, loaded when the first one is shown. */
export function RequirementSlot(props: RequirementSlotProps) {
  const { owed, texts, locale, load, onDone, fallback } = props;
  const [parts, setParts] = useState<RequirementParts | null>(null);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    setFailed(false);
    load().then(
      (loaded) => !isGone && setParts(loaded),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [round]);
  if (failed) {
    return (
      <div class="payout-lost">
        <Notice testId="steps-lost" tone="warning" title={texts.method.formLost} lines={[]} />
        <Button testId="steps-retry" quiet onPress={() => setRound(round + 1)}>
          {texts.method.retry}
        </Button>
      </div>
    );
  }
  if (parts === null) {
    return <span class="spinner" aria-hidden="true" data-testid="steps-loading" />;
  }
  if (!parts.hasStep(owed)) return <>{fallback}</>;
  const { Step, texts: personal, api } = parts;
  return <Step {...{ owed, api, locale, onDone }} texts={personal} nowMs={Date.now} />;
}
