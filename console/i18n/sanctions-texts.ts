import { computed } from "@preact/signals";
import type { ApiFailure } from "../client/api.ts";
import { language } from "./current-texts.ts";
import { english } from "./en/sanctions.ts";
import { spanish } from "./es/sanctions.ts";

/** Texts that load with the page. */
export const sanctionsTexts = computed(() => ({ en: english, es: spanish })[language.value]);

/** Replaces the refusal's text with one in the language on the screen. */
export function explainSanctionsRefusal(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  return { ...failure, message: sanctionsTexts.value.refusals[failure.code] ?? failure.message };
}
