import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { SavedMethodTexts } from "./saved-method-texts.ts";

const files = import.meta.glob("./*/saved-method.ts");

export const loadSavedMethodTexts = async (language: Language): Promise<SavedMethodTexts> =>
  (await loadFrom<{ savedMethodTexts: SavedMethodTexts }>(files, "saved-method", language))
    .savedMethodTexts;
