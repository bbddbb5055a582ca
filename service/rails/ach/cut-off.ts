import { addBankingDays, addDays, bankTime, isBankingDay } from "../../providers/nacha/index.ts";

/** The last cut-off in the banks' time (`YYYY-MM-DD`, `HH:MM`), on banking days only. Earlier orders go into a file. */
export function lastCutOff(nowMs: number, cutOff: string): { date: string; time: string } {
  const now = bankTime(nowMs);
  let date = now.time >= cutOff ? now.date : addDays(now.date, -1);
  while (!isBankingDay(date)) date = addDays(date, -1);
  return { date, time: cutOff };
}

/** The day of the file that an order made now goes into. */
export function nextCutOffDay(nowMs: number, cutOff: string): string {
  const now = bankTime(nowMs);
  let date = now.time < cutOff ? now.date : addDays(now.date, 1);
  while (!isBankingDay(date)) date = addDays(date, 1);
  return date;
}

export function isInTime(orderedAtMs: number, { date, time }: { date: string; time: string }) {
  const ordered = bankTime(orderedAtMs);
  return ordered.date < date || (ordered.date === date && ordered.time < time);
}

/** Banks send most returns within these banking days after the effective date. */
const returnWindowBankingDays = 2;

/** When entries that reached the bank on this day settle. Their effective date is the next banking day. */
export function settlementDate(bankDate: string): string {
  return addBankingDays(addBankingDays(bankDate, 1), returnWindowBankingDays + 1);
}
