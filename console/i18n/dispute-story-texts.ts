import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/dispute-story.ts";
import { spanish } from "./es/dispute-story.ts";

/** Texts that load with the dispute's page. */
export const disputeStoryTexts = computed(() => ({ en: english, es: spanish })[language.value]);
