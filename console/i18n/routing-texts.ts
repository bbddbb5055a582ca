import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/routing.ts";
import { spanish } from "./es/routing.ts";

/** The words of routing on the screen. They come with the rooms that say them, not with the console's own. */
export const routingTexts = computed(() => ({ en: english, es: spanish })[language.value]);
