import type { BirthRange } from "../list-entry.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Day, month, year, and the ending of a decade. */
const datePattern =
  /(?:(\d{1,2})\s+)?(?:([A-Za-z]{3})[a-z]*\.?\s+)?\b((?:18|19|20)\d{2})(?:(['’]?s)\b|\b)/g;
/** Years that "circa" adds on each side. */
const circaYears = 2;

/**
 * The days that a published date of birth can be: `10 Dec 1948`, `Dec 1948`, `1948`, `1940s`, `circa 1948`, `1948 to
 * 1950`, `between 1948 and 1950`. Null for text without a year.
 */
export function readBirth(text: string): BirthRange | null {
  const isCirca = /\b(circa|approximately|about)\b/i.test(text);
  const dates = [...text.matchAll(datePattern)].map(oneDate);
  const from = dates.map((date) => date.from).sort()[0];
  const to = dates
    .map((date) => date.to)
    .sort()
    .at(-1);
  if (from === undefined || to === undefined) return null;
  return isCirca
    ? { from: shiftYear(from, -circaYears), to: shiftYear(to, circaYears), text }
    : { from, to, text };
}

function oneDate([, dayText, monthText, year = "", decade]: readonly (string | undefined)[]): {
  from: string;
  to: string;
} {
  const month = months.indexOf(monthText?.toLowerCase() ?? "") + 1;
  const lastYear = decade === undefined ? year : `${year.slice(0, 3)}9`;
  if (month === 0) return { from: `${year}-01-01`, to: `${lastYear}-12-31` };
  const lastDay = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const day = Number(dayText ?? 0);
  const prefix = `${year}-${two(month)}`;
  if (day < 1 || day > lastDay) return { from: `${prefix}-01`, to: `${prefix}-${two(lastDay)}` };
  return { from: `${prefix}-${two(day)}`, to: `${prefix}-${two(day)}` };
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function shiftYear(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}
