import type { Language } from "./languages.ts";
import type { Texts } from "./texts.ts";

const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
};

/** The texts of one language, each in a file of its own, so that nobody loads the others. */
export async function loadTexts(language: Language): Promise<Texts> {
  return (await loaders[language]()).texts;
}
