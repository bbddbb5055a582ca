import { addDays, bankTime } from "../../providers/nacha/index.ts";

const hourMs = 60 * 60_000;

/**
 * The stops of a move: the bank's cut-off (`HH:MM` in New York) of every day in between, then `toMs`. So each day's ACH
 * file is made on its day, and everything happens in order.
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

/** A day and time in New York as UTC. */
function momentOf(date: string, time: string): number {
  // New York is four or five hours behind UTC.
  const utcMs = Date.parse(`${date}T${time}:00Z`);
  const [summerMs, winterMs] = [utcMs + 4 * hourMs, utcMs + 5 * hourMs];
  const shown = bankTime(summerMs);
  return shown.date === date && shown.time === time ? summerMs : winterMs;
}
