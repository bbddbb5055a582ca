import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/routing.ts";
import { spanish } from "./es/routing.ts";

/** Texts that load with the sections that use them. */
export const routingTexts = computed(() => ({ en: english, es: spanish })[language.value]);
