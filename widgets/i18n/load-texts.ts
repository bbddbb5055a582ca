import type { Language } from "#contract/languages";
import { loadFrom } from "./load-from.ts";
import type { Texts } from "./texts.ts";

const files = import.meta.glob("./*/payment.ts");

export const loadTexts = async (language: Language): Promise<Texts> =>
  (await loadFrom<{ texts: Texts }>(files, "payment", language)).texts;
