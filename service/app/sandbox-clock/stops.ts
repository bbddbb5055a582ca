import { addDays, bankTime } from "../../providers/nacha/index.ts";

const hourMs = 60 * 60_000;

/**
 * Returns the moments at which a clock that moves from `fromMs` to `toMs` stops, `toMs` last: the
 * bank's cut-off (`HH:MM` in New York) of every day in between. So each day's ACH file is made on
 * its day, and nothing happens out of order because a long time passes at once.
 */
export function stopsBetween(fromMs: number, toMs: number, cutOff: string): number[] {
  const stops: number[] = [];
  for (let { date } = bankTime(fromMs); ; date = addDays(date, 1)) {
    const stop = momentOf(date, cutOff);
    if (stop >= toMs) break;
    if (stop > fromMs) stops.push(stop);
  }
  return [...stops, toMs];
}

/** Returns when it is this day and time at the banks. */
function momentOf(date: string, time: string): number {
  // New York is four or five hours behind UTC.
  const utcMs = Date.parse(`${date}T${time}:00Z`);
  const [summerMs, winterMs] = [utcMs + 4 * hourMs, utcMs + 5 * hourMs];
  const shown = bankTime(summerMs);
  return shown.date === date && shown.time === time ? summerMs : winterMs;
}
