import { dateIn } from "../../platform/date-in.ts";

/** A date in an operator's time zone, `YYYY-MM-DD`. Sorts as text. */
export type Day = string;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * How long after the end of a day, or part of one, it is summed. Migration 0070 marks changes of payments older than
 * ten minutes; the rest covers slow commits and clocks that differ.
 */
export const settleMs = 30 * minuteMs;

/** The length of a part. The last part of a day can be shorter. */
export const partMs = 30 * minuteMs;

/** A day, or a part of one. */
export interface Span {
  /** The day, or day and part: `2026-11-26 07`. Sorts as text. */
  readonly key: string;
  readonly fromMs: number;
  /** The end, exclusive. */
  readonly toMs: number;
}

/** Adds days to a day. `count` can be negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The number of days, both included. */
export function daysIn(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** The days from `from` to `to`, both included. Empty if `to` is earlier. */
export function daysFrom(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, daysIn(from, to)) }, (_, index) => addDays(from, index));
}

/** Starts by zone and date. They never change, and each needs a search. */
const starts = new Map<string, number>();
const maxStarts = 10_000;

/**
 * A day's first minute in a time zone (IANA), in milliseconds since the epoch. Correct on days with 23 or 25 hours, and
 * where midnight does not exist. A day ends where the next one starts.
 */
export function startOfDay(timeZone: string, day: Day): number {
  const key = `${timeZone} ${day}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = findStart(timeZone, day);
    if (starts.size >= maxStarts) starts.clear();
    starts.set(key, start);
  }
  return start;
}

/** A day can begin within 30 hours, from UTC+15 to UTC-15. */
function findStart(timeZone: string, day: Day): number {
  const origin = Date.parse(day) - 15 * 60 * minuteMs;
  let before = 0;
  let after = 30 * 60;
  while (before < after) {
    const middle = Math.floor((before + after) / 2);
    if (dateIn(timeZone, origin + middle * minuteMs) >= day) after = middle;
    else before = middle + 1;
  }
  return origin + after * minuteMs;
}

/** The last day that ended at least {@link settleMs} ago. */
export function lastSettledDay(timeZone: string, nowMs: number): Day {
  return addDays(dateIn(timeZone, nowMs - settleMs), -1);
}

export function spanOf(timeZone: string, day: Day): Span {
  return {
    key: day,
    fromMs: startOfDay(timeZone, day),
    toMs: startOfDay(timeZone, addDays(day, 1)),
  };
}

export function partsOf(timeZone: string, day: Day): Span[] {
  const { fromMs, toMs } = spanOf(timeZone, day);
  return Array.from({ length: Math.ceil((toMs - fromMs) / partMs) }, (_, number) => ({
    key: `${day} ${String(number).padStart(2, "0")}`,
    fromMs: fromMs + number * partMs,
    toMs: Math.min(toMs, fromMs + (number + 1) * partMs),
  }));
}
