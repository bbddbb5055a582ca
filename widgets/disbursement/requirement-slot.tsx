import type { ComponentChild } from "preact";
import type { DisbursementTexts } from "../i18n/disbursement-texts.ts";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { hasStep, RequirementStep } from "../steps/requirement-step.tsx";
import type { ReadRequirement, StepsApi } from "../steps/steps-api.ts";
import { LazyPart } from "../ui/lazy-part.tsx";

export interface RequirementParts {
  readonly Step: typeof RequirementStep;
  readonly hasStep: typeof hasStep;
  readonly texts: PersonalTexts;
  readonly api: StepsApi;
}

interface RequirementSlotProps {
  readonly requirement: ReadRequirement;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  /** Returns the service's time. */
  readonly nowMs: () => number;
  readonly load: () => Promise<RequirementParts>;
  readonly onDone: () => void;
  /** Shown if this version has no step for the requirement. */
  readonly fallback: ComponentChild;
}

/** Shows the steps of requirements. Their code loads when the first one is shown. */
export function RequirementSlot(props: RequirementSlotProps) {
  const { requirement, texts, locale, nowMs, load, onDone, fallback } = props;
  const { formLost: lost, retry } = texts.method;
  return (
    <LazyPart testId="steps" load={load} title={texts.blocked.title} words={{ lost, retry }}>
      {({ Step, hasStep, texts: personal, api }) =>
        hasStep(requirement) ? (
          <Step
            requirement={requirement}
            api={api}
            locale={locale}
            onDone={onDone}
            onExpired={onDone}
            texts={personal}
            nowMs={nowMs}
          />
        ) : (
          fallback
        )
      }
    </LazyPart>
  );
}
