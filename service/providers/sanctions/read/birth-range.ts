import type { BirthRange } from "../list-entry.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Years that "circa" adds on each side. */
const circaYears = 2;

/**
 * The days that a published date of birth can be: `10 Dec 1948`, `Dec 1948`, `1948`, `circa 1948`, `1948 to 1950`. Null
 * for text without a year.
 */
export function readBirth(text: string): BirthRange | null {
  const isCirca = /\b(circa|approximately|about)\b/i.test(text);
  const parts = text.split(/\s+to\s+|\s*[-–]\s*(?=\d{4}\b)/i);
  const ranges = parts.flatMap((part) => oneDate(part) ?? []);
  const [first] = ranges;
  const last = ranges.at(-1);
  if (!first || !last) return null;
  const [from, to] = first.from <= last.to ? [first.from, last.to] : [last.from, first.to];
  return isCirca
    ? { from: shiftYear(from, -circaYears), to: shiftYear(to, circaYears), text }
    : { from, to, text };
}

function oneDate(text: string): { from: string; to: string } | null {
  const found = /(?:(\d{1,2})\s+)?(?:([A-Za-z]{3})[a-z]*\.?\s+)?\b((?:18|19|20)\d{2})\b/.exec(text);
  const year = found?.[3];
  if (year === undefined) return null;
  const month = months.indexOf(found?.[2]?.toLowerCase() ?? "") + 1;
  if (month === 0) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const lastDay = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const day = Number(found?.[1] ?? 0);
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
