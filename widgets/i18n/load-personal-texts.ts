import type { Language } from "./languages.ts";
import type { PersonalTexts } from "./personal-texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ personalTexts: PersonalTexts }>>> = {
  en: () => import("./personal-en.ts"),
  es: () => import("./personal-es.ts"),
};

/** Loads the texts of the personal fields and steps in one language. */
export async function loadPersonalTexts(language: Language): Promise<PersonalTexts> {
  return (await loaders[language]()).personalTexts;
}
