import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { PayoutMethodTexts } from "./payout-method-texts.ts";

const files = import.meta.glob("./*/payout-method.ts");

export const loadPayoutMethodTexts = async (language: Language): Promise<PayoutMethodTexts> =>
  (await loadFrom<{ payoutMethodTexts: PayoutMethodTexts }>(files, "payout-method", language))
    .payoutMethodTexts;
