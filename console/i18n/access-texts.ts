import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/access.ts";
import { spanish } from "./es/access.ts";

/** The words of keys, limits and erasure. They come with the rooms that say them, not with the console's own. */
export const accessTexts = computed(() => ({ en: english, es: spanish })[language.value]);
