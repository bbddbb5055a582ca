import { signal } from "@preact/signals";
import { findLanguage } from "#contract/languages";
import { recall, remember } from "../client/browser-memory.ts";
import { texts as english } from "./en/index.ts";
import { type Language, languages } from "./languages.ts";
import type { Texts } from "./texts.ts";

export const texts = signal<Texts>(english);
export const language = signal<Language>("en");

const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: async () => ({ texts: english }),
  es: () => import("./es/index.ts"),
};

/** Loads the language that was chosen in this browser, otherwise the browser's own. */
export async function startLanguage(): Promise<void> {
  const chosen = recall("language");
  const known = languages.find((language) => language === chosen);
  await loadLanguage(known ?? findLanguage(navigator.languages, languages) ?? languages[0]);
}

/** Stores the choice in this browser. */
export async function changeLanguage(next: Language): Promise<void> {
  remember("language", next);
  await loadLanguage(next);
}

async function loadLanguage(next: Language): Promise<void> {
  texts.value = (await loaders[next]()).texts;
  language.value = next;
  document.documentElement.lang = next;
}
