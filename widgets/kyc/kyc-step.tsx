import "../../styles/step.css";
import "../../styles/kyc.css";
import { useEffect, useState } from "preact/hooks";
import type { KycTexts } from "../i18n/kyc-texts.ts";
import { chooseLanguage } from "../i18n/languages.ts";
import { loadKycTexts } from "../i18n/load-kyc-texts.ts";
import { KycApp } from "./kyc-app.tsx";
import { type RunningKyc, startKyc } from "./start-kyc.tsx";

interface KycStepProps {
  readonly clientSecretKey: string;
  readonly publishableKey: string | null;
  /** Language of the texts around it. */
  readonly language: string;
  readonly locale: string;
  readonly onDone: () => void;
}

/** The whole verification as a step of another widget, with that widget's secret. */
export function KycStep(props: KycStepProps) {
  const { clientSecretKey, publishableKey, locale, onDone } = props;
  const [parts, setParts] = useState<{ running: RunningKyc; texts: KycTexts } | null>(null);
  useEffect(() => {
    const language = chooseLanguage(props.language);
    let running: RunningKyc | null = null;
    let isGone = false;
    void loadKycTexts(language).then((texts) => {
      if (isGone) return;
      running = startKyc({
        ...{ clientSecret: clientSecretKey, publishableKey, language, locale, place: "step" },
        documentType: null,
        tell: () => undefined,
        // The widget around renews its own secret; its step is then begun anew.
        fetchClientSecret: () => Promise.reject(new Error("the widget around renews it")),
      });
      setParts({ running, texts });
    });
    return () => {
      isGone = true;
      running?.end();
    };
  }, []);
  if (parts === null) return <span class="spinner" aria-hidden="true" />;
  return <KycApp {...parts} locale={locale} place="step" onVerified={onDone} />;
}
