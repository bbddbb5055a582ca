import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/audit.ts";
import { spanish } from "./es/audit.ts";

/** Texts that load with the room. */
export const auditTexts = computed(() => (language.value === "en" ? english : spanish).audit);
