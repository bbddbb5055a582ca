import { computed } from "@preact/signals";
import { english } from "./access-en.ts";
import { spanish } from "./access-es.ts";
import { language } from "./current-texts.ts";

/** The words of keys, limits and erasure. They come with the rooms that say them, not with the console's own. */
export const accessTexts = computed(() => ({ en: english, es: spanish })[language.value]);
