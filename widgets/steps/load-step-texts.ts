import type { Language } from "#contract/languages";
import { loadAddressRules } from "../fields/address/load-address-rules.ts";
import { loadPersonalTexts } from "../i18n/load-personal-texts.ts";
import type { PersonalTexts } from "../i18n/personal-texts.ts";

/** Loads the steps' texts, with what their forms need to render once: styles, and the address rules if they load. */
export async function loadStepTexts(language: Language): Promise<PersonalTexts> {
  const [texts] = await Promise.all([
    loadPersonalTexts(language),
    import("../../styles/personal.css"),
    loadAddressRules().catch(() => null),
  ]);
  return texts;
}
