import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/appearance.ts";
import { spanish } from "./es/appearance.ts";

/** The words of the room Appearance. They come with it, not with the console's own. */
export const appearanceTexts = computed(() => ({ en: english, es: spanish })[language.value]);
