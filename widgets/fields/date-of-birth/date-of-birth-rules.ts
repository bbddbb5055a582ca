import { type CalendarDate, type DateOrder, isoDate, parseDate } from "./date-text.ts";

export type DateOfBirthProblem = "incomplete" | "year_digits" | "future" | "too_old" | "too_young";

/** `date` is `1985-04-23`, null when empty or wrong. */
export interface DateOfBirthReading {
  date: string | null;
  problem: DateOfBirthProblem | null;
}

export interface DateOfBirthContext {
  order: DateOrder;
  locale: string;
  nowMs: number;
  /** 18 if only adults are served. Default: no limit. */
  minimumAgeYears?: number | undefined;
}

/** Nobody alive is older, so a typed 1885 is an error. */
const oldestYears = 120;

export function readDateOfBirth(text: string, context: DateOfBirthContext): DateOfBirthReading {
  if (text.trim() === "") return { date: null, problem: null };
  const date = parseDate(text, context.order, context.locale);
  if (date === null) {
    const shortYear = /^\D*\d{1,2}\D+\d{1,2}\D+\d{2}\D*$/.test(text);
    return { date: null, problem: shortYear ? "year_digits" : "incomplete" };
  }
  const age = ageInYears(date, today(context.nowMs));
  if (age < 0) return { date: null, problem: "future" };
  if (age > oldestYears) return { date: null, problem: "too_old" };
  if (age < (context.minimumAgeYears ?? 0)) return { date: null, problem: "too_young" };
  return { date: isoDate(date), problem: null };
}

/** Completed years; negative for a future date. */
export function ageInYears(born: CalendarDate, on: CalendarDate): number {
  const hadBirthday = on.month > born.month || (on.month === born.month && on.day >= born.day);
  return on.year - born.year - (hadBirthday ? 0 : 1);
}

/** The latest date on earth (UTC+14), so that the frame's time zone refuses nobody. */
function today(nowMs: number): CalendarDate {
  const there = new Date(nowMs + 14 * 3_600_000);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
  };
}
