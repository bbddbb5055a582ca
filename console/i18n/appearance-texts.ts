import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/appearance.ts";
import { spanish } from "./es/appearance.ts";

/** Texts that load with the section Appearance. */
export const appearanceTexts = computed(() => ({ en: english, es: spanish })[language.value]);
