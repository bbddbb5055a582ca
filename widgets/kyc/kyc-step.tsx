import "../../styles/step.css";
import "../../styles/kyc.css";
import { useEffect, useState } from "preact/hooks";
import type { KycTexts } from "../i18n/kyc-texts.ts";
import { chooseLanguage } from "../i18n/languages.ts";
import { loadKycTexts } from "../i18n/load-kyc-texts.ts";
import { KycApp } from "./kyc-app.tsx";
import { startKyc } from "./start-kyc.tsx";

interface KycStepProps {
  readonly clientSecretKey: string;
  readonly publishableKey: string | null;
  /** Language of the texts around it. */
  readonly language: string;
  readonly kycTexts: KycTexts;
  readonly locale: string;
  readonly onDone: () => void;
}

/** The step with its words. */
export async function loadKycStep(language: string) {
  return { KycStep, kycTexts: await loadKycTexts(chooseLanguage(language)) };
}

/** The whole verification as a step of another widget, with that widget's secret. */
export function KycStep(props: KycStepProps) {
  const { clientSecretKey, publishableKey, language, kycTexts, locale, onDone } = props;
  const [running] = useState(() =>
    startKyc({
      clientSecret: clientSecretKey,
      publishableKey,
      locale,
      place: "step",
      language: chooseLanguage(language),
      documentType: null,
      tell: () => undefined,
      // The widget around renews its own secret; its step is then begun anew.
      fetchClientSecret: () => Promise.reject(new Error("the widget around renews it")),
    }),
  );
  useEffect(() => () => running.end(), []);
  return (
    <KycApp running={running} locale={locale} texts={kycTexts} place="step" onVerified={onDone} />
  );
}
