import { computed } from "@preact/signals";
import { language } from "./current-texts.ts";
import { english } from "./en/audit.ts";
import { english as englishActions } from "./en/audit-actions.ts";
import { spanish } from "./es/audit.ts";
import { spanish as spanishActions } from "./es/audit-actions.ts";

/** The texts of the audit log, with the name of every action. They load with that room. */
export const auditTexts = computed(() => {
  const isEnglish = language.value === "en";
  const { audit } = isEnglish ? english : spanish;
  const added = isEnglish ? englishActions : spanishActions;
  return { ...audit, actions: { ...audit.actions, ...added } };
});
