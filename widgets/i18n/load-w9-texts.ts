import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { W9Texts } from "./w9-texts.ts";

const files = import.meta.glob("./*/w9.ts");

export const loadW9Texts = async (language: Language): Promise<W9Texts> =>
  (await loadFrom<{ w9Texts: W9Texts }>(files, "w9", language)).w9Texts;
