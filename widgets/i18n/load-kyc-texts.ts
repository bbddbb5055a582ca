import type { Language } from "#contract/languages";
import type { KycTexts } from "./kyc-texts.ts";
import { loadFrom } from "./load-from.ts";

const files = import.meta.glob("./*/kyc.ts");

export const loadKycTexts = async (language: Language): Promise<KycTexts> =>
  (await loadFrom<{ kycTexts: KycTexts }>(files, "kyc", language)).kycTexts;
