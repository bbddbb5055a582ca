/** Latin digits and the Gregorian calendar, as on cards, statements and tax forms, in every region. */
export const pinnedDates = { numberingSystem: "latn", calendar: "gregory" } as const;

/** `3:10 PM` as the reader writes it; any other text unchanged. */
export function timeText(iso: string, locale: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  try {
    return new Intl.DateTimeFormat(locale, { timeStyle: "short", ...pinnedDates }).format(date);
  } catch {
    return iso.slice(11, 16);
  }
}

/** `Nov 22, 2026` as the reader writes it; any other text unchanged. */
export function dateText(iso: string, locale: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  try {
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...pinnedDates }).format(date);
  } catch {
    return iso.slice(0, 10);
  }
}
