import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/refund-destinations.ts";
import { spanish } from "./es/refund-destinations.ts";

/** Texts that load with the payment page. */
export const destinationTexts = computed(() => ({ en: english, es: spanish })[language.value]);
