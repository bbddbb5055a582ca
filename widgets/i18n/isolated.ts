import { directionOf } from "#contract/languages";

/**
 * Keeps an amount, a number or a name in its own order inside right-to-left text: `$5` would read `5$` there, and
 * `•••• 4242` would read `4242 ••••`. The marks work in attributes and spoken texts, where `<bdi>` cannot. Text of a
 * left-to-right language is unchanged.
 */
export const isolated = (text: string, locale: string): string =>
  directionOf(locale) === "rtl" ? `\u2068${text}\u2069` : text;
