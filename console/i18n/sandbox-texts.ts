import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/sandbox.ts";
import { spanish } from "./es/sandbox.ts";

/** Texts about the sandbox's clock. They load with its bar. */
export const sandboxTexts = computed(() => ({ en: english, es: spanish })[language.value]);
