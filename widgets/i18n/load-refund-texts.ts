import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { RefundTexts } from "./refund-texts.ts";

const files = import.meta.glob("./*/refund.ts");

export const loadRefundTexts = async (language: Language): Promise<RefundTexts> =>
  (await loadFrom<{ refundTexts: RefundTexts }>(files, "refund", language)).refundTexts;
