import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/access.ts";
import { spanish } from "./es/access.ts";

/** Texts that load with the sections that use them. */
export const accessTexts = computed(() => ({ en: english, es: spanish })[language.value]);
