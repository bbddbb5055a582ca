import type { Language } from "#contract/languages";

/**
 * The language tag for dates: the reader's own (`es-US` writes them unlike `es`) if it is in the page's language and
 * the browser knows it, else the page's.
 */
export function readerLocale(wanted: string, language: Language): string {
  const [own] = wanted.split("-");
  return own === language.split("-")[0] && isKnown(wanted) ? wanted : language;
}

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
