/** The list of saved methods, their forms and the consent to save: one file, loaded when the session needs it. */
import "../../../../styles/saved-methods.css";
import type { Language } from "#contract/languages";
import { loadSavedMethodTexts } from "../../../i18n/load-saved-method-texts.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import { watchPointedChoices } from "./pointed-choice.ts";
import { savedForm } from "./saved-form.tsx";
import { savedMethods } from "./saved-methods.tsx";

export interface SavedPart {
  readonly savedMethods: typeof savedMethods;
  readonly savedForm: typeof savedForm;
  readonly texts: SavedMethodTexts;
}

export const savedPart = (texts: SavedMethodTexts): SavedPart => ({
  savedMethods,
  savedForm,
  texts,
});

export async function loadSavedPart(language: Language): Promise<SavedPart> {
  watchPointedChoices(document);
  return savedPart(await loadSavedMethodTexts(language));
}
