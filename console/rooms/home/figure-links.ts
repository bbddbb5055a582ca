/**
 * Links from a figure to the list of exactly the payments or refunds that it counts. The filters are
 * those of contract/console/payment-list.ts and refund-list.ts.
 */
import type { HomeFigures } from "#contract/console/home";

/** Filters of the payment list, as its address has them. */
export type ListQuery = Readonly<Record<string, string>>;

/** The period or the day of a link, as times. */
export interface LinkPeriod {
  readonly fromAt: string;
  readonly beforeAt: string;
}

/** The payments of a period and currency, with further filters. */
export function paymentsIn(
  { fromAt, beforeAt }: LinkPeriod,
  currency: string,
  filters: ListQuery = {},
): ListQuery {
  return { from: fromAt, to: beforeAt, currency, ...filters };
}

/** The refunds that were created in the period and count. */
export function refundsIn({ fromAt, beforeAt }: LinkPeriod, currency: string): ListQuery {
  return { from: fromAt, to: beforeAt, currency, which: "counted" };
}

/** Today as a period. */
export function todayOf({ todayFromAt, todayBeforeAt }: HomeFigures): LinkPeriod {
  return { fromAt: todayFromAt, beforeAt: todayBeforeAt };
}
