import type { Breakdown } from "../../contract/api/payment-intents.ts";
import { toMajor } from "../../contract/money.ts";

/** A price in minor units; `totalMinor` is always the exact sum of the other three. */
export interface Price {
  readonly currency: string;
  readonly baseMinor: number;
  readonly feesMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
}

/** The price of an amount. Fees and tax are 0 until surcharges and sales tax are switched on. */
export function priceOf(
  amountMinor: number,
  currency: string,
  extra: { readonly feesMinor?: number; readonly taxMinor?: number } = {},
): Price {
  const feesMinor = extra.feesMinor ?? 0;
  const taxMinor = extra.taxMinor ?? 0;
  return {
    currency,
    baseMinor: amountMinor,
    feesMinor,
    taxMinor,
    totalMinor: amountMinor + feesMinor + taxMinor,
  };
}

/** The same price as the wire shows it, in major units. */
export function toBreakdown(price: Price): Breakdown {
  const major = (minor: number) => toMajor(minor, price.currency);
  return {
    baseAmount: major(price.baseMinor),
    processingFees: major(price.feesMinor),
    salesTax: major(price.taxMinor),
    total: major(price.totalMinor),
    currency: price.currency,
  };
}
