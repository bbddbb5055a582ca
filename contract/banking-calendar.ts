/**
 * Days on which the Federal Reserve Banks settle: Monday to Friday except holidays. A holiday on a Sunday moves to
 * Monday; one on a Saturday closes nothing (Federal Reserve Bank Services, holiday schedules). Dates are
 * `YYYY-MM-DD`, without a time zone.
 */

export const bankingTimeZone = "America/New_York";

const dayMs = 86_400_000;

export function isBankingDay(date: string): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !isHoliday(date);
}

/** The day `count` banking days after `date`; for 0, `date` itself or the next banking day. */
export function addBankingDays(date: string, count: number): string {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  for (let left = count; left > 0; left -= 1) {
    do day = addDays(day, 1);
    while (!isBankingDay(day));
  }
  return day;
}

/** The day `count` calendar days after `date`. */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Day and time (`HH:MM`) in the banks' time zone. */
export function bankTime(nowMs: number): { date: string; time: string } {
  const parts = Object.fromEntries(
    bankClock.formatToParts(nowMs).map(({ type, value }) => [type, value]),
  );
  return {
    date: `${parts["year"]}-${parts["month"]}-${parts["day"]}`,
    time: `${parts["hour"]}:${parts["minute"]}`,
  };
}

const bankClock = new Intl.DateTimeFormat("en-US", {
  timeZone: bankingTimeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function isHoliday(date: string): boolean {
  const year = Number(date.slice(0, 4));
  return holidaysOf(year).includes(date);
}

function holidaysOf(year: number): string[] {
  const fixed = ["01-01", "06-19", "07-04", "11-11", "12-25"].map((day) => {
    const date = `${year}-${day}`;
    return weekdayOf(date) === 0 ? addDays(date, 1) : date;
  });
  return [
    ...fixed,
    nthWeekday(year, 1, 1, 3), // Martin Luther King Jr.
    nthWeekday(year, 2, 1, 3), // Washington's birthday
    lastMonday(year, 5), // Memorial Day
    nthWeekday(year, 9, 1, 1), // Labor Day
    nthWeekday(year, 10, 1, 2), // Columbus Day
    nthWeekday(year, 11, 4, 4), // Thanksgiving
  ];
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

function lastMonday(year: number, month: number): string {
  const fifth = nthWeekday(year, month, 1, 5);
  return Number(fifth.slice(5, 7)) === month ? fifth : addDays(fifth, -7);
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
