import type { Breakdown } from "#contract/api/payment-intents";
import { toMajor } from "#contract/money";
import type { TaxPart, TaxPlace } from "../../providers/sales-tax/index.ts";
import type { SurchargeDecision } from "./surcharge.ts";

/** Parts that are off or do not apply are absent. */
export interface PriceDetail {
  /** The rate in millionths: 82,500 is 8.25 %. */
  readonly taxRatePpm?: number;
  readonly taxJurisdiction?: string;
  /** The tax by jurisdiction, from a tax service. */
  readonly taxParts?: readonly TaxPart[];
  /** Present if a tax service must receive the sale. */
  readonly taxReport?: TaxReport;
  /** How the surcharge was computed, or why there is none. Absent where the operator takes none. */
  readonly surcharge?: SurchargeDecision;
  /** Absent if pricing did not need the address, or there is none. */
  readonly country?: string;
}

export interface TaxReport {
  /** The type of the service: `avatax`. */
  readonly vendor: string;
  /** Day of the price, in the operator's time zone. */
  readonly onDate: string;
  /** The rest of the address is sealed (AttemptRecord.taxAddressSealed). */
  readonly state: string;
  readonly postalCode: string;
}

/** Amounts in minor units. `totalMinor` is the exact sum of the other three. */
export interface Price {
  readonly currency: string;
  readonly baseMinor: number;
  readonly feesMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly detail: PriceDetail;
  /** For the report to a tax service. Not stored with the price. */
  readonly taxPlace?: TaxPlace;
}

/** Makes a price from its parts in minor units. Absent parts are 0. */
export function priceOf(
  amountMinor: number,
  currency: string,
  extra: {
    readonly feesMinor?: number;
    readonly taxMinor?: number;
    readonly detail?: PriceDetail;
    readonly taxPlace?: TaxPlace | undefined;
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
    ...(extra.taxPlace && { taxPlace: extra.taxPlace }),
  };
}

/** Converts a price to major units, as the API shows it. */
export function toBreakdown(price: Price): Breakdown {
  const major = (minor: number) => toMajor(minor, price.currency);
  const { taxRatePpm, taxJurisdiction, taxParts = [] } = price.detail;
  return {
    baseAmount: major(price.baseMinor),
    processingFees: major(price.feesMinor),
    salesTax: major(price.taxMinor),
    total: major(price.totalMinor),
    currency: price.currency,
    ...(taxRatePpm !== undefined && { salesTaxRate: taxRatePpm / 1_000_000 }),
    ...(taxJurisdiction !== undefined && { salesTaxJurisdiction: taxJurisdiction }),
    ...(taxParts.length > 0 && {
      salesTaxParts: taxParts.map(({ jurisdiction, level, ratePpm, taxMinor }) => ({
        jurisdiction,
        level,
        rate: ratePpm / 1_000_000,
        amount: major(taxMinor),
      })),
    }),
  };
}
