import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/card-stops.ts";
import { spanish } from "./es/card-stops.ts";

/** Loaded with the pages that show such cards. */
export const cardStopTexts = computed(() => ({ en: english, es: spanish })[language.value]);
