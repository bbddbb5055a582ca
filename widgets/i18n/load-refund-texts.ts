import type { Language } from "./languages.ts";
import type { RefundTexts } from "./refund-texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ refundTexts: RefundTexts }>>> = {
  en: () => import("./refund-en.ts"),
  es: () => import("./refund-es.ts"),
};

/** Loads the texts of the refund's page in one language. */
export async function loadRefundTexts(language: Language): Promise<RefundTexts> {
  return (await loaders[language]()).refundTexts;
}
