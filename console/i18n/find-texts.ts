import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/find.ts";
import { spanish } from "./es/find.ts";

/** Texts that load with the search dialog. */
export const findTexts = computed(() => ({ en: english, es: spanish })[language.value]);
