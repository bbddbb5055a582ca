import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/ledger.ts";
import { spanish } from "./es/ledger.ts";

/** Texts of the ledger section. They load with the section, and with the pages that link to it. */
export const ledgerTexts = computed(() => ({ en: english, es: spanish })[language.value]);
