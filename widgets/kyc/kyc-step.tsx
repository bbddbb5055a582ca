import "../../styles/step.css";
import "../../styles/kyc.css";
import { useEffect, useState } from "preact/hooks";
import type { Language } from "#contract/languages";
import type { KycTexts } from "../i18n/kyc-texts.ts";
import { loadKycTexts } from "../i18n/load-kyc-texts.ts";
import { KycApp } from "./kyc-app.tsx";
import { startKyc } from "./start-kyc.tsx";

interface KycStepProps {
  readonly clientSecretKey: string;
  readonly publishableKey: string | null;
  /** The language of the host widget's texts. */
  readonly language: string;
  readonly kycTexts: KycTexts;
  readonly locale: string;
  readonly onDone: () => void;
  /** The client secret has expired: the host widget renews it and then starts this step again. */
  readonly onExpired: () => void;
}

export async function loadKycStep(language: string) {
  return { KycStep, kycTexts: await loadKycTexts(language as Language) };
}

/** The whole verification as a step of another widget, with that widget's secret. */
export function KycStep(props: KycStepProps) {
  const { clientSecretKey, publishableKey, language, kycTexts, locale, onDone, onExpired } = props;
  const [running] = useState(() =>
    startKyc({
      clientSecret: clientSecretKey,
      publishableKey,
      locale,
      place: "step",
      language: language as Language,
      documentType: null,
      report: () => undefined,
      fetchClientSecret: () => {
        onExpired();
        return Promise.reject(new Error("the host widget renews it"));
      },
    }),
  );
  useEffect(() => () => running.end(), []);
  return (
    <KycApp running={running} locale={locale} texts={kycTexts} place="step" onVerified={onDone} />
  );
}
