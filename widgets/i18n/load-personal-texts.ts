import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { PersonalTexts } from "./personal-texts.ts";

const files = import.meta.glob("./*/personal.ts");

export const loadPersonalTexts = async (language: Language): Promise<PersonalTexts> =>
  (await loadFrom<{ personalTexts: PersonalTexts }>(files, "personal", language)).personalTexts;
