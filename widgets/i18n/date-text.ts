/** A time of day as the reader writes it: `3:10 PM`; as it stands where it is no time. */
export function timeText(iso: string, locale: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  try {
    return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(date);
  } catch {
    return iso.slice(11, 16);
  }
}

/** A day as the reader writes it: `Nov 22, 2026`; as it stands where it is no date. */
export function dateText(iso: string, locale: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  try {
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(date);
  } catch {
    return iso.slice(0, 10);
  }
}
