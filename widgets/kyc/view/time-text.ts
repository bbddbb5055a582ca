import { pinnedDates } from "../../i18n/date-text.ts";

/** "3:05 PM" today, with the date on another day. */
export function timeText(iso: string, locale: string, nowMs: number = Date.now()): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date(nowMs).toDateString();
  const options: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: "short", ...pinnedDates }
    : { dateStyle: "medium", timeStyle: "short", ...pinnedDates };
  return new Intl.DateTimeFormat(locale, options).format(date);
}
