import type { Language } from "../i18n/languages.ts";
import { loadStepTexts } from "../steps/load-step-texts.ts";
import { createStepsApi, type OwedStep } from "../steps/steps-api.ts";
import { LazyPart } from "../ui/lazy-part.tsx";

interface DataStepProps {
  readonly owed: OwedStep;
  readonly clientSecret: string;
  readonly publishableKey: string | null;
  readonly language: Language;
  readonly locale: string;
  /** Its heading until it is there, and what is said where it can't be loaded */
  readonly words: { readonly title: string; readonly lost: string; readonly retry: string };
  readonly onDone: () => void;
}

/** Asks for the name and the date of birth that the document is compared with; loaded when they lack. */
export function DataStep(props: DataStepProps) {
  const { owed, clientSecret, publishableKey, language, locale, words, onDone } = props;
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
          fields={owed.fields ?? []}
          address={owed.address}
          nowMs={Date.now}
        />
      )}
    </LazyPart>
  );
}
