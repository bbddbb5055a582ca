import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/payment-actions.ts";
import { spanish } from "./es/payment-actions.ts";

/** Texts that load with the payment page. */
export const paymentActionTexts = computed(() => ({ en: english, es: spanish })[language.value]);
