import type { Language } from "#contract/languages";
import type { DisbursementTexts } from "./disbursement-texts.ts";
import { loadFrom } from "./load-from.ts";

const files = import.meta.glob("./*/disbursement.ts");

export const loadDisbursementTexts = async (language: Language): Promise<DisbursementTexts> =>
  (await loadFrom<{ disbursementTexts: DisbursementTexts }>(files, "disbursement", language))
    .disbursementTexts;
