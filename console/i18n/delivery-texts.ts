import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/deliveries.ts";
import { spanish } from "./es/deliveries.ts";

/** Texts of webhook deliveries. They load with the section that shows them. */
export const deliveryTexts = computed(() => ({ en: english, es: spanish })[language.value]);
