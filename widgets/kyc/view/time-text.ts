import { pinnedDates } from "../../i18n/date-text.ts";

/** A time today as "3:05 PM", on another day with its date. */
export function timeText(iso: string, locale: string, nowMs: number = Date.now()): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date(nowMs).toDateString();
  const options: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: "short", ...pinnedDates }
    : { dateStyle: "medium", timeStyle: "short", ...pinnedDates };
  return new Intl.DateTimeFormat(locale, options).format(date);
}
