/**
 * Reads a license's date as YYYY-MM-DD; null if it is impossible. The United States writes MMDDCCYY; Canada and the
 * standard's first version write CCYYMMDD. Four leading digits above 1231 can only be a year.
 */
export function aamvaDate(text: string | undefined): string | null {
  const digits = (text ?? "").replace(/[\s/-]/g, "");
  if (!/^\d{8}$/.test(digits)) return null;
  const yearFirst = Number(digits.slice(0, 4)) > 1231;
  const [year, month, day] = yearFirst
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)];
  return realDate(`${year}-${month}-${day}`);
}

/** Returns `iso` if it is a calendar day from 1850 to 2199, else null. */
export function realDate(iso: string): string | null {
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) return null;
  return iso >= "1850-01-01" && iso < "2200-01-01" ? iso : null;
}
