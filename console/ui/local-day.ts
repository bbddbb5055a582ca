/** The day of a time in the person's time zone, as YYYY-MM-DD; empty for NaN. */
export function localDay(timeMs: number): string {
  const at = new Date(timeMs);
  if (Number.isNaN(timeMs)) return "";
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
