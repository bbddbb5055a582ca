import { asciiDigits } from "../digits.ts";

/**
 * Reads a date of birth in any typed, pasted or autofilled form, and writes it in the reader's order. It is one field,
 * because three selects are slow on every device, and a native date picker starts today and pages back by months.
 * Accepts `1985-04-23`, `04231985`, `23 de abril de 1985` and `Apr 23, 1985`. `4/5/1985` is read in the reader's order,
 * `23/04/1985` as 23 April in every order. Years need four digits, because 23 may be 1923.
 */

/** `mdy` in the United States, `dmy` in most of the world. */
export type DateOrder = "mdy" | "dmy" | "ymd";

/** `month`: 1 to 12. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** The order in which a language writes a date. */
export function dateOrderOf(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale, { calendar: "gregory", numberingSystem: "latn" })
    .formatToParts(0)
    .map(({ type }) => type[0])
    .filter((letter) => letter === "d" || letter === "m" || letter === "y")
    .join("");
  return parts === "mdy" || parts === "ymd" ? parts : "dmy";
}

/** Writes a date in digits: `04/23/1985`, `23/04/1985`, `1985-04-23`. */
export function writeDate({ year, month, day }: CalendarDate, order: DateOrder): string {
  const [y, m, d] = [String(year).padStart(4, "0"), two(month), two(day)];
  return order === "mdy" ? `${m}/${d}/${y}` : order === "dmy" ? `${d}/${m}/${y}` : `${y}-${m}-${d}`;
}

/** `1985-04-23`, as the API accepts it. */
export function isoDate(date: CalendarDate): string {
  return writeDate(date, "ymd");
}

/** Parses `1985-04-23`; null for other texts. */
export function parseIsoDate(text: string): CalendarDate | null {
  const [, y, m, d] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return y === undefined ? null : existing({ year: Number(y), month: Number(m), day: Number(d) });
}

/** Parses typed text; null if it is not a date. Accepts month names in English and in the language of `locale`. */
export function parseDate(text: string, order: DateOrder, locale: string): CalendarDate | null {
  const ascii = asciiDigits(text.normalize("NFKC"));
  const numbers = ascii.match(/\d+/g) ?? [];
  const month = namedMonth(ascii, locale);
  if (month !== null) return fromNamedMonth(numbers, month);
  if (numbers.length === 1) return fromGlued(numbers[0] ?? "", order);
  if (numbers.length !== 3) return null;
  const [a = "", b = "", c = ""] = numbers;
  if (a.length === 4) return existing({ year: +a, month: +b, day: +c });
  if (c.length !== 4) return null;
  const monthFirst = existing({ year: +c, month: +a, day: +b });
  const dayFirst = existing({ year: +c, month: +b, day: +a });
  return order === "mdy" ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
}

/** Eight digits without separators: first in the reader's order, then as ISO 8601. */
function fromGlued(digits: string, order: DateOrder): CalendarDate | null {
  if (digits.length !== 8) return null;
  const at = (from: number, to: number) => Number(digits.slice(from, to));
  const yearFirst = { year: at(0, 4), month: at(4, 6), day: at(6, 8) };
  if (order === "ymd") return existing(yearFirst);
  const [first, second, year] = [at(0, 2), at(2, 4), at(4, 8)];
  const local =
    order === "mdy" ? { year, month: first, day: second } : { year, month: second, day: first };
  // 20051985 is 20 May 1985, but 20051105 is 5 November 2005: a year before 1800 (1105) means that the year is first.
  return (year >= 1800 ? existing(local) : null) ?? existing(yearFirst);
}

function fromNamedMonth(numbers: string[], month: number): CalendarDate | null {
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number.length <= 2);
  if (year === undefined || day === undefined || numbers.length !== 2) return null;
  return existing({ year: Number(year), month, day: Number(day) });
}

/** The month, 1 to 12, if a word of three letters or more is the start of its name. */
function namedMonth(text: string, locale: string): number | null {
  const words = plain(text).match(/[a-z]{3,}/g) ?? [];
  for (const language of [locale, "en"]) {
    const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
    for (let month = 1; month <= 12; month++) {
      const name = plain(format.format(Date.UTC(2000, month - 1, 1)));
      if (words.some((word) => name.startsWith(word) || (word === "sept" && month === 9))) {
        return month;
      }
    }
  }
  return null;
}

/** Returns the date; null if the calendar lacks it: 31 April, 29 February 2023. */
function existing(date: CalendarDate): CalendarDate | null {
  const { year, month, day } = date;
  const back = new Date(Date.UTC(2000, month - 1, day));
  back.setUTCFullYear(year, month - 1, day);
  const same =
    back.getUTCFullYear() === year && back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  return same ? date : null;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
