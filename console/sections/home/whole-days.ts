import type { HomeDay, HomeFigures } from "#contract/console/home";

/** Sums that grow with time, so only periods of equal length can be compared. */
export interface GrowingSums {
  readonly volume: number;
  readonly refunded: number;
  readonly net: number;
  readonly payments: number;
}

/** Whether the period contains a day that is not over. */
export function hasPartOfDay({ today, to }: HomeFigures): boolean {
  return to >= today;
}

/** Completed days, and as many days of the previous period. An incomplete day would look like a decline. */
export function wholeDays({ days, previousDays, today }: HomeFigures): {
  readonly now: GrowingSums;
  readonly before: GrowingSums;
} {
  const over = days.filter(({ day }) => day < today);
  return { now: sumOf(over), before: sumOf(previousDays.slice(0, over.length)) };
}

function sumOf(days: readonly HomeDay[]): GrowingSums {
  const sum = (value: (day: HomeDay) => number) => days.reduce((all, day) => all + value(day), 0);
  const volume = sum((day) => day.volume);
  const refunded = sum((day) => day.refunded);
  return { volume, refunded, net: volume - refunded, payments: sum((day) => day.payments) };
}
