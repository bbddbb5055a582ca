/**
 * The list of what was kept, the forms to pay with it, and the question whether to keep more: one file, loaded when the
 * session has use for it.
 */
import "../../../../styles/saved-methods.css";
import type { Language } from "../../../i18n/languages.ts";
import { loadSavedMethodTexts } from "../../../i18n/load-saved-method-texts.ts";
import type { SavedMethodTexts } from "../../../i18n/saved-method-texts.ts";
import { keptMethods } from "./kept-methods.tsx";
import { savedForm } from "./saved-form.tsx";

/** See {@link keptMethods} and {@link savedForm}. */
export interface SavedPart {
  readonly keptMethods: typeof keptMethods;
  readonly savedForm: typeof savedForm;
  readonly texts: SavedMethodTexts;
}

/** The same with words that are there already. */
export const savedPart = (texts: SavedMethodTexts): SavedPart => ({
  keptMethods,
  savedForm,
  texts,
});

/** With the words of one language. */
export async function loadSavedPart(language: Language): Promise<SavedPart> {
  return savedPart(await loadSavedMethodTexts(language));
}
