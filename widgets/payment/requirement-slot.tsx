import type { ComponentChild } from "preact";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { RequirementSteps } from "../steps/requirement-steps.tsx";
import type { StepsApi } from "../steps/steps-api.ts";
import { LazyPart } from "../ui/lazy-part.tsx";

export interface RequirementParts {
  readonly Steps: typeof RequirementSteps;
  readonly texts: PersonalTexts;
  readonly api: StepsApi;
}

interface RequirementSlotProps {
  readonly load: () => Promise<RequirementParts>;
  /** The heading while loading, and the texts of a failed load. */
  readonly words: { readonly title: string; readonly lost: string; readonly retry: string };
  readonly locale: string;
  /** Returns the service's time. */
  readonly nowMs: () => number;
  readonly onDone: () => void;
  /** Shown if this version has no step for the requirement. */
  readonly fallback: ComponentChild;
}

/** Shows the requirement's steps in place of the payment form. */
export function RequirementSlot(props: RequirementSlotProps) {
  const { load, words, locale, nowMs, onDone, fallback } = props;
  return (
    <LazyPart testId="steps" load={load} title={words.title} words={words}>
      {({ Steps, texts, api }) => (
        <Steps texts={texts} api={api} locale={locale} onDone={onDone} nowMs={nowMs}>
          {fallback}
        </Steps>
      )}
    </LazyPart>
  );
}
