import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/rail.ts";
import { spanish } from "./es/rail.ts";

/** Texts that load with the sections that use them. */
export const railTexts = computed(() => ({ en: english, es: spanish })[language.value]);
