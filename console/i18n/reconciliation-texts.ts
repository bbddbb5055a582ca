import { computed } from "@preact/signals";
import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/reconciliation.ts";
import { spanish } from "./es/reconciliation.ts";

/** Texts about reconciliation. They load with the room. */
export const reconciliationTexts = computed(() => ({ en: english, es: spanish })[language.value]);

/** The texts, in English as the model. */
export type ReconciliationTexts = typeof english;

/** A refusal with its text in the language on the screen. */
export function explainRefusal(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  const text = reconciliationTexts.value.refusals[failure.code];
  return { ...failure, message: text ?? failure.message };
}
