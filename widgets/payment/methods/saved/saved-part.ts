/**
 * The list of saved methods, the forms to pay with them and the consent to save: one file, loaded when the
 * session needs it.
 */
import "../../../../styles/saved-methods.css";
import type { Language } from "#contract/languages";
import { loadSavedMethodTexts } from "../../../i18n/load-saved-method-texts.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import { watchPointedChoices } from "./pointed-choice.ts";
import { savedForm } from "./saved-form.tsx";
import { savedMethods } from "./saved-methods.tsx";

/** See {@link savedMethods} and {@link savedForm}. */
export interface SavedPart {
  readonly savedMethods: typeof savedMethods;
  readonly savedForm: typeof savedForm;
  readonly texts: SavedMethodTexts;
}

/** The part with texts that are already loaded. */
export const savedPart = (texts: SavedMethodTexts): SavedPart => ({
  savedMethods,
  savedForm,
  texts,
});

/** Loads the part with the texts of one language. */
export async function loadSavedPart(language: Language): Promise<SavedPart> {
  watchPointedChoices(document);
  return savedPart(await loadSavedMethodTexts(language));
}
