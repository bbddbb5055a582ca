import type { Language } from "#contract/languages";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import type { ReadRequirement, StepsApi } from "../steps/steps-api.ts";
import { LazyPart } from "../ui/lazy-part.tsx";

interface DataStepProps {
  readonly requirement: ReadRequirement;
  /** The current secret and key. */
  readonly credentials: StepsApi["credentials"];
  readonly language: Language;
  readonly locale: string;
  /** Returns the service's time. */
  readonly nowMs: () => number;
  /** The heading while loading, and the texts of a failed load. */
  readonly words: { readonly title: string; readonly lost: string; readonly retry: string };
  /** The data are saved, or the secret has expired: ask the service what comes next. */
  readonly onDone: () => void;
}

/** The name and date of birth, to compare with the document; loaded when they are missing. */
export function DataStep(props: DataStepProps) {
  const { requirement, credentials, language, locale, nowMs, words, onDone } = props;
  const load = async () => {
    const [step, { createStepsApi }, texts] = await Promise.all([
      import("../steps/customer-data-step.tsx"),
      import("../steps/steps-api.ts"),
      loadStepTexts(language),
    ]);
    return { Step: step.CustomerDataStep, texts, api: createStepsApi(credentials) };
  };
  return (
    <LazyPart testId="kyc-data" load={load} title={words.title} words={words}>
      {({ Step, texts, api }) => (
        <Step
          api={api}
          texts={texts}
          locale={locale}
          onDone={onDone}
          onExpired={onDone}
          fields={requirement.fields ?? []}
          address={requirement.address}
          nowMs={nowMs}
        />
      )}
    </LazyPart>
  );
}
