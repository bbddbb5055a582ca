import { computed } from "@preact/signals";
import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/inquiries.ts";
import { spanish } from "./es/inquiries.ts";

/** Texts that load with a bank debit or a dispute. */
export const inquiryTexts = computed(() => ({ en: english, es: spanish })[language.value]);

/** Replaces the refusal's text with one in the language on the screen. */
export function explainInquiryRefusal(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  return { ...failure, message: inquiryTexts.value.refusals[failure.code] ?? failure.message };
}
