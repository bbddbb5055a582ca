/** Formatters by time zone: they are few, and expensive to create. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a moment's date in a time zone (IANA) as YYYY-MM-DD. */
export function dateIn(timeZone: string, timeMs: number): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    formatter = new Intl.DateTimeFormat("en-CA", { timeZone, calendar: "gregory", ...parts });
    formatters.set(timeZone, formatter);
  }
  const parts = formatter.formatToParts(timeMs);
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}
