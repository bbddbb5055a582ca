import { computed } from "@preact/signals";
import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/refunds.ts";
import { spanish } from "./es/refunds.ts";

/** Texts that load with the payment page. */
export const refundTexts = computed(() => ({ en: english, es: spanish })[language.value]);

/** Replaces the refusal's text with one in the language on the screen. */
export function explainRefusal(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  return { ...failure, message: refundTexts.value.refusals[failure.code] ?? failure.message };
}
