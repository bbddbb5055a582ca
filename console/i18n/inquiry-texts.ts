import { computed } from "@preact/signals";
import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/inquiries.ts";
import { spanish } from "./es/inquiries.ts";

/** Texts about banks' inquiries. They load with a bank debit or with a dispute. */
export const inquiryTexts = computed(() => ({ en: english, es: spanish })[language.value]);

/** A refusal with its text in the language on the screen. */
export function explainInquiryRefusal(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  return { ...failure, message: inquiryTexts.value.refusals[failure.code] ?? failure.message };
}
