import { computed } from "@preact/signals";
import { language, texts } from "./current-texts.ts";
import { english } from "./en/audit-actions.ts";
import { spanish } from "./es/audit-actions.ts";

/** The name of every action in the audit log. It loads with that room. */
export const auditActionTexts = computed(() => {
  const added = { en: english, es: spanish }[language.value];
  return { ...texts.value.audit.actions, ...added };
});
