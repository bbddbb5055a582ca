/** A separate module, because the payment form needs nothing else from languages.ts. */
import type { Language } from "./languages.ts";

/** Languages in which somebody has reviewed what customers sign (mandates and consents). The others show English. */
export const signedLanguages = ["en", "es"] as const;
export type SignedLanguage = (typeof signedLanguages)[number];

/** The language in which a reader of `language` signs. */
export const signedLanguage = (language: Language): SignedLanguage =>
  signedLanguages.find((signedLanguage) => signedLanguage === language) ?? "en";
