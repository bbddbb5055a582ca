import { addBankingDays, addDays, bankTime, isBankingDay } from "../../providers/nacha/index.ts";

/**
 * Returns the last cut-off that has passed, in the banks' time (`YYYY-MM-DD`, `HH:MM`). Entries ordered before it
 * go into a file. Cut-offs are on banking days only.
 */
export function lastCutOff(nowMs: number, cutOff: string): { date: string; time: string } {
  const now = bankTime(nowMs);
  let date = now.time >= cutOff ? now.date : addDays(now.date, -1);
  while (!isBankingDay(date)) date = addDays(date, -1);
  return { date, time: cutOff };
}

/** Returns the day of the next cut-off: an order now goes into that day's file. */
export function nextCutOffDay(nowMs: number, cutOff: string): string {
  const now = bankTime(nowMs);
  let date = now.time < cutOff ? now.date : addDays(now.date, 1);
  while (!isBankingDay(date)) date = addDays(date, 1);
  return date;
}

/** Whether an order of that time makes that cut-off. */
export function isInTime(orderedAtMs: number, { date, time }: { date: string; time: string }) {
  const ordered = bankTime(orderedAtMs);
  return ordered.date < date || (ordered.date === date && ordered.time < time);
}

/** Banking days after the effective date within which banks send most returns. */
const returnWindowBankingDays = 2;

/** Returns when entries that reached the bank on this day settle. Their effective date is the next banking day. */
export function settlementDate(bankDate: string): string {
  return addBankingDays(addBankingDays(bankDate, 1), returnWindowBankingDays + 1);
}
