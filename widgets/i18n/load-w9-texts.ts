import type { Language } from "./languages.ts";
import type { W9Texts } from "./w9-texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ w9Texts: W9Texts }>>> = {
  en: () => import("./w9-en.ts"),
  es: () => import("./w9-es.ts"),
};

/** Loads the guidance around Form W-9 in one language. */
export async function loadW9Texts(language: Language): Promise<W9Texts> {
  return (await loaders[language]()).w9Texts;
}
