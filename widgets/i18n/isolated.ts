import { directionOf } from "#contract/languages";

/**
 * Keeps an amount, number or name in order inside right-to-left text: `$5` would read `5$`, and `•••• 4242` would read
 * `4242 ••••`. Unlike `<bdi>`, the marks work in attributes and spoken texts.
 */
export const isolated = (text: string, locale: string): string =>
  directionOf(locale) === "rtl" ? `\u2068${text}\u2069` : text;
