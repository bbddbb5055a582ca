import type { Language } from "./languages.ts";
import type { PayoutMethodTexts } from "./payout-method-texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ payoutMethodTexts: PayoutMethodTexts }>>> =
  {
    en: () => import("./payout-method-en.ts"),
    es: () => import("./payout-method-es.ts"),
  };

/** Loads the texts of the payout methods' forms in one language. */
export async function loadPayoutMethodTexts(language: Language): Promise<PayoutMethodTexts> {
  return (await loaders[language]()).payoutMethodTexts;
}
