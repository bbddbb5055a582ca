import type { ComponentChild } from "preact";
import type { DisbursementTexts } from "../i18n/disbursement-texts.ts";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { hasStep, RequirementStep } from "../steps/requirement-step.tsx";
import type { OwedStep, StepsApi } from "../steps/steps-api.ts";
import { LazyPart } from "../ui/lazy-part.tsx";

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
  const { formLost: lost, retry } = texts.method;
  return (
    <LazyPart testId="steps" load={load} title={texts.blocked.title} words={{ lost, retry }}>
      {({ Step, hasStep, texts: personal, api }) =>
        hasStep(owed) ? (
          <Step
            owed={owed}
            api={api}
            locale={locale}
            onDone={onDone}
            texts={personal}
            nowMs={Date.now}
          />
        ) : (
          fallback
        )
      }
    </LazyPart>
  );
}
