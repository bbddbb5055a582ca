import { computed } from "@preact/signals";
import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/reconciliation.ts";
import { spanish } from "./es/reconciliation.ts";

/** Texts that load with the section. */
export const reconciliationTexts = computed(() => ({ en: english, es: spanish })[language.value]);

export type ReconciliationTexts = typeof english;

/** Replaces the refusal's text with one in the language on the screen. */
export function explainRefusal(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  const text = reconciliationTexts.value.refusals[failure.code];
  return { ...failure, message: text ?? failure.message };
}
