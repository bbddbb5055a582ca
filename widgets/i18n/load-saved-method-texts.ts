import type { Language } from "./languages.ts";
import type { SavedMethodTexts } from "./saved-method-texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ savedMethodTexts: SavedMethodTexts }>>> = {
  en: () => import("./saved-method-en.ts"),
  es: () => import("./saved-method-es.ts"),
};

/** Loads the texts of saved methods in one language. */
export async function loadSavedMethodTexts(language: Language): Promise<SavedMethodTexts> {
  return (await loaders[language]()).savedMethodTexts;
}
