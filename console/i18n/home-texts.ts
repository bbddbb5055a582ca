import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/home.ts";
import { spanish } from "./es/home.ts";

/** The texts of the home page. They load with it. */
export const homeTexts = computed(() => ({ en: english, es: spanish })[language.value]);
