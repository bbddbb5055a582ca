import type { Language } from "#contract/languages";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import { createStepsApi, type ReadRequirement } from "../steps/steps-api.ts";
import { LazyPart } from "../ui/lazy-part.tsx";

interface DataStepProps {
  readonly requirement: ReadRequirement;
  readonly clientSecret: string;
  readonly publishableKey: string | null;
  readonly language: Language;
  readonly locale: string;
  /** The heading while loading, and the texts of a failed load. */
  readonly words: { readonly title: string; readonly lost: string; readonly retry: string };
  readonly onDone: () => void;
}

/** The name and date of birth, to compare with the document; loaded when they are missing. */
export function DataStep(props: DataStepProps) {
  const { requirement, clientSecret, publishableKey, language, locale, words, onDone } = props;
  const load = async () => {
    const [step, texts] = await Promise.all([
      import("../steps/customer-data-step.tsx"),
      loadStepTexts(language),
    ]);
    return {
      Step: step.CustomerDataStep,
      texts,
      api: createStepsApi({ clientSecretKey: clientSecret, publishableKey }),
    };
  };
  return (
    <LazyPart testId="kyc-data" load={load} title={words.title} words={words}>
      {({ Step, texts, api }) => (
        <Step
          api={api}
          texts={texts}
          locale={locale}
          onDone={onDone}
          fields={requirement.fields ?? []}
          address={requirement.address}
          nowMs={Date.now}
        />
      )}
    </LazyPart>
  );
}
