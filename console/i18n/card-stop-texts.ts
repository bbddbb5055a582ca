import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/card-stops.ts";
import { spanish } from "./es/card-stops.ts";

/** Texts that load with the pages that show stopped cards. */
export const cardStopTexts = computed(() => ({ en: english, es: spanish })[language.value]);
