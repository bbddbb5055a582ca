/** Languages that customers read, and how one is chosen. docs/project/languages.md describes how to add one. */

/** BCP 47 tags; the first is the default. Each is a folder in widgets/i18n. */
export const languages = ["en", "es", "fr-CA", "zh-Hans", "ar"] as const;
export type Language = (typeof languages)[number];

/** The writing direction of a BCP 47 tag, for `dir`. */
export const directionOf = (tag: string): "ltr" | "rtl" =>
  /^(ar|fa|he|ur)\b/.test(tag) ? "rtl" : "ltr";

/** The language for a reader's BCP 47 tags, best first; the default if no tag fits. */
export const chooseLanguage = (...tags: readonly string[]): Language =>
  findLanguage(tags, languages) ?? languages[0];

/**
 * RFC 4647 look-up among `available`, with two additions:
 * - A region without texts gets the language's other region (`fr-FR` → `fr-CA`).
 * - The script must match, and a region implies one. `zh-TW` and `zh-HK` mean Traditional characters, so they get
 *   `zh-Hans` only if no later tag fits, because it is still closer than the default. A bare `zh` after `zh-TW`, as
 *   browsers send it, means the same script.
 *
 * Tags that are not BCP 47 are skipped.
 */
export function findLanguage<Tag extends string>(
  tags: readonly string[],
  available: readonly Tag[],
): Tag | undefined {
  const scripts = new Map<string, string | undefined>();
  const requested = tags.flatMap((tag) => {
    const locale = readTag(tag);
    if (!locale) return [];
    const isBare = !locale.script && !locale.region;
    const { language, region, script } = locale.maximize();
    const known = scripts.get(language);
    if (!known) scripts.set(language, script);
    return [{ language, region, script: (isBare && known) || script }];
  });
  const candidates = available.map((tag) => ({ tag, locale: new Intl.Locale(tag).maximize() }));
  for (const { language, region, script } of requested) {
    const fitting = candidates.filter(
      ({ locale }) => locale.language === language && locale.script === script,
    );
    const best = fitting.find(({ locale }) => locale.region === region) ?? fitting[0];
    if (best) return best.tag;
  }
  const languagesOnly = requested.map(({ language }) => language);
  return candidates.find(({ locale }) => languagesOnly.includes(locale.language))?.tag;
}

/** Accepts `es_MX` too, as Android and some servers write it. */
function readTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-"));
  } catch {
    return null;
  }
}
