import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/refunds.ts";
import { spanish } from "./es/refunds.ts";

/** Texts about refunds. They load with the payment page. */
export const refundTexts = computed(() => ({ en: english, es: spanish })[language.value]);
