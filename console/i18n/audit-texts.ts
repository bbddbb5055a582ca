import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/audit.ts";
import { spanish } from "./es/audit.ts";

/** The texts of the audit log. They load with that room. */
export const auditTexts = computed(() => (language.value === "en" ? english : spanish).audit);
