import type { DisbursementTexts } from "./disbursement-texts.ts";
import type { Language } from "./languages.ts";

const loaders: Readonly<Record<Language, () => Promise<{ disbursementTexts: DisbursementTexts }>>> =
  {
    en: () => import("./disbursement-en.ts"),
    es: () => import("./disbursement-es.ts"),
  };

/** Loads the texts of the payout's own screens in one language. */
export async function loadDisbursementTexts(language: Language): Promise<DisbursementTexts> {
  return (await loaders[language]()).disbursementTexts;
}
