/**
 * Links from a figure to exactly the payments or refunds that it counts. The filters are those of
 * contract/console/payment-list.ts and refund-list.ts.
 */
import type { HomeFigures } from "#contract/console/home";

/** A list's filters, as in its address. */
export type ListQuery = Readonly<Record<string, string>>;

/** The period or the day of a link, as times. */
export interface LinkPeriod {
  readonly fromAt: string;
  readonly beforeAt: string;
}

export function paymentsIn(
  { fromAt, beforeAt }: LinkPeriod,
  currency: string,
  filters: ListQuery = {},
): ListQuery {
  return { from: fromAt, to: beforeAt, currency, ...filters };
}

/** The refunds of the period that the figure counts. */
export function refundsIn({ fromAt, beforeAt }: LinkPeriod, currency: string): ListQuery {
  return { from: fromAt, to: beforeAt, currency, which: "counted" };
}

export function todayOf({ todayFromAt, todayBeforeAt }: HomeFigures): LinkPeriod {
  return { fromAt: todayFromAt, beforeAt: todayBeforeAt };
}
