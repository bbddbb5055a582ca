import { computed } from "@preact/signals";
import { english } from "./bank-file-en.ts";
import { spanish } from "./bank-file-es.ts";
import { language } from "./current-texts.ts";

/** The words for ACH files. They load with the room that shows them. */
export const bankFileTexts = computed(() => ({ en: english, es: spanish })[language.value]);
