import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/audit.ts";
import { spanish } from "./es/audit.ts";

/** Texts of the audit log. They load with its page. */
export const auditTexts = computed(() => (language.value === "en" ? english : spanish).audit);
