import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/lists.ts";
import { spanish } from "./es/lists.ts";

/** Texts of lists, loaded with the sections that have lists. */
export const listTexts = computed(() => ({ en: english, es: spanish })[language.value]);
