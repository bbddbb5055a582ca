import type { KycTexts } from "./kyc-texts.ts";
import type { Language } from "./languages.ts";

const loaders: Readonly<Record<Language, () => Promise<{ kycTexts: KycTexts }>>> = {
  en: () => import("./kyc-en.ts"),
  es: () => import("./kyc-es.ts"),
};

/** Loads the texts of identity verification in one language. */
export async function loadKycTexts(language: Language): Promise<KycTexts> {
  return (await loaders[language]()).kycTexts;
}
