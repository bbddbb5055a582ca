import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/bank-files.ts";
import { spanish } from "./es/bank-files.ts";

/** The words for ACH files. They load with the room that shows them. */
export const bankFileTexts = computed(() => ({ en: english, es: spanish })[language.value]);
