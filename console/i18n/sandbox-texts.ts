import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/sandbox.ts";
import { spanish } from "./es/sandbox.ts";

/** Texts that load with the clock's bar. */
export const sandboxTexts = computed(() => ({ en: english, es: spanish })[language.value]);
