import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/home.ts";
import { spanish } from "./es/home.ts";

/** Texts that load with the page. */
export const homeTexts = computed(() => ({ en: english, es: spanish })[language.value]);
