import type { ComponentChild } from "preact";
import type { PersonalTexts } from "../i18n/personal-texts.ts";
import type { OwedSteps } from "../steps/owed-steps.tsx";
import type { StepsApi } from "../steps/steps-api.ts";
import { LazyPart } from "../ui/lazy-part.tsx";

/** What asks the customer for what is owed; loaded only where something is. */
export interface OwedParts {
  readonly Steps: typeof OwedSteps;
  readonly texts: PersonalTexts;
  /** For the secret that is in use now. */
  readonly api: StepsApi;
}

interface OwedProps {
  readonly load: () => Promise<OwedParts>;
  /** The heading until it is there, and what is said where it can't be loaded. */
  readonly words: { readonly title: string; readonly lost: string; readonly retry: string };
  readonly locale: string;
  readonly onDone: () => void;
  /** Where there is no step for it. */
  readonly fallback: ComponentChild;
}

/** The steps for what the customer owes, in the payment form's place. */
export function Owed({ load, words, locale, onDone, fallback }: OwedProps) {
  return (
    <LazyPart testId="steps" load={load} title={words.title} words={words}>
      {({ Steps, texts, api }) => (
        <Steps texts={texts} api={api} locale={locale} onDone={onDone} nowMs={Date.now}>
          {fallback}
        </Steps>
      )}
    </LazyPart>
  );
}
