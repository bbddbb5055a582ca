import type { Breakdown } from "#contract/api/payment-intents";
import { toMajor } from "#contract/money";
import type { SurchargeDecision } from "./surcharge.ts";

/** How the parts of a price were computed. Parts that are off or do not apply are absent. */
export interface PriceDetail {
  /** In millionths: 82,500 is 8.25 %. */
  readonly taxRatePpm?: number;
  readonly taxJurisdiction?: string;
  /** How the surcharge was computed, or why there is none. Absent where the operator takes none. */
  readonly surcharge?: SurchargeDecision;
  /** The customer's country. Absent if pricing did not need the address, or there is none. */
  readonly country?: string;
}

/** A price in minor units. `totalMinor` is always the exact sum of the other three. */
export interface Price {
  readonly currency: string;
  readonly baseMinor: number;
  readonly feesMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly detail: PriceDetail;
}

/** The price of an amount with the given fees and tax. */
export function priceOf(
  amountMinor: number,
  currency: string,
  extra: {
    readonly feesMinor?: number;
    readonly taxMinor?: number;
    readonly detail?: PriceDetail;
  } = {},
): Price {
  const feesMinor = extra.feesMinor ?? 0;
  const taxMinor = extra.taxMinor ?? 0;
  return {
    currency,
    baseMinor: amountMinor,
    feesMinor,
    taxMinor,
    totalMinor: amountMinor + feesMinor + taxMinor,
    detail: extra.detail ?? {},
  };
}

/** The price as the API shows it, in major units. */
export function toBreakdown(price: Price): Breakdown {
  const major = (minor: number) => toMajor(minor, price.currency);
  const { taxRatePpm, taxJurisdiction } = price.detail;
  return {
    baseAmount: major(price.baseMinor),
    processingFees: major(price.feesMinor),
    salesTax: major(price.taxMinor),
    total: major(price.totalMinor),
    currency: price.currency,
    ...(taxRatePpm !== undefined && { salesTaxRate: taxRatePpm / 1_000_000 }),
    ...(taxJurisdiction !== undefined && { salesTaxJurisdiction: taxJurisdiction }),
  };
}
