import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/bank-files.ts";
import { spanish } from "./es/bank-files.ts";

/** Texts that load with the section that shows ACH files. */
export const bankFileTexts = computed(() => ({ en: english, es: spanish })[language.value]);
