import { addBankingDays, addDays, bankTime, isBankingDay } from "../../providers/nacha/index.ts";

/**
 * The day and time (banks' clock, `YYYY-MM-DD` and `HH:MM`) of the last cut-off that has passed: what was
 * ordered up to then goes into a file. Cut-offs are on banking days only.
 */
export function lastCutOff(nowMs: number, cutOff: string): { date: string; time: string } {
  const now = bankTime(nowMs);
  let date = now.time >= cutOff ? now.date : addDays(now.date, -1);
  while (!isBankingDay(date)) date = addDays(date, -1);
  return { date, time: cutOff };
}

/** Whether something ordered then was in time for that cut-off. */
export function isInTime(orderedAtMs: number, { date, time }: { date: string; time: string }) {
  const ordered = bankTime(orderedAtMs);
  return ordered.date < date || (ordered.date === date && ordered.time < time);
}

/** Banking days after the effective date within which most returns must have come. */
const returnWindowBankingDays = 2;

/** When what the bank got on that day counts as settled: the effective date is the next banking day. */
export function settlementDate(bankDate: string): string {
  return addBankingDays(addBankingDays(bankDate, 1), returnWindowBankingDays + 1);
}
