import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/disputes.ts";
import { spanish } from "./es/disputes.ts";

/** Texts that load with the section. */
export const disputeTexts = computed(() => ({ en: english, es: spanish })[language.value]);
