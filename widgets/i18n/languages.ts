/** Languages with texts; the first is the default. */
export const languages = ["en", "es"] as const;
/** One of {@link languages}. */
export type Language = (typeof languages)[number];

/** The language of a BCP 47 tag (`es-MX` → `es`): the first of several tags with texts here. */
export function chooseLanguage(...tags: readonly string[]): Language {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split(/[-_]/)[0];
    const found = languages.find((language) => language === primary);
    if (found) return found;
  }
  return languages[0];
}
