import type { Language } from "./languages.ts";
import type { Texts } from "./texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
};

/** Loads the texts of one language; each has its own file. */
export async function loadTexts(language: Language): Promise<Texts> {
  return (await loaders[language]()).texts;
}
