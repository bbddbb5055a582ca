import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/rail.ts";
import { spanish } from "./es/rail.ts";

/** The words of payments by every method on the screen. They come with the rooms that say them, not with the console's own. */
export const railTexts = computed(() => ({ en: english, es: spanish })[language.value]);
