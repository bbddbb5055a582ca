/** The date of a moment in a time zone (IANA), YYYY-MM-DD. */
export function dateIn(timeZone: string, timeMs: number): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit" },
  }).formatToParts(new Date(timeMs));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The latest date whose day has ended everywhere on earth (UTC−12 is last), YYYY-MM-DD. */
export function lastEndedDate(timeMs: number): string {
  const halfDayMs = 12 * 60 * 60 * 1000;
  return new Date(timeMs - halfDayMs - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
