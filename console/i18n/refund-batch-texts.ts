import { computed } from "@preact/signals";
import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/refund-batches.ts";
import { spanish } from "./es/refund-batches.ts";

/** Texts that load with the sections that show refund batches. */
export const refundBatchTexts = computed(() => ({ en: english, es: spanish })[language.value]);

/** Replaces the refusal's text with one in the language on the screen. */
export function explainBatchRefusal(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  return { ...failure, message: refundBatchTexts.value.refusals[failure.code] ?? failure.message };
}
