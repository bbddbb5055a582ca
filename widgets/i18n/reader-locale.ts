import type { Language } from "#contract/languages";

/**
 * The locale for dates: the reader's own tag (`es-US` and `es` write them differently) if it is in the page's language
 * and the browser knows it, otherwise the page's.
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
