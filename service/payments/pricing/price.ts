import type { Breakdown } from "#contract/api/payment-intents";
import { toMajor } from "#contract/money";
import type { TaxPart, TaxPlace } from "../../providers/sales-tax/index.ts";
import type { SurchargeDecision } from "./surcharge.ts";

/** How the parts of a price were computed. Parts that are off or do not apply are absent. */
export interface PriceDetail {
  /** In millionths: 82,500 is 8.25 %. */
  readonly taxRatePpm?: number;
  readonly taxJurisdiction?: string;
  /** The tax by jurisdiction, from a tax service. */
  readonly taxParts?: readonly TaxPart[];
  /** The tax service that must know the sale if it succeeds. Absent: none. */
  readonly taxReport?: TaxReport;
  /** How the surcharge was computed, or why there is none. Absent where the operator takes none. */
  readonly surcharge?: SurchargeDecision;
  /** The customer's country. Absent if pricing did not need the address, or there is none. */
  readonly country?: string;
}

/** How a sale is reported to a tax service. */
export interface TaxReport {
  /** The type of the service: `avatax`. */
  readonly vendor: string;
  /** Day of the price, in the operator's time zone. */
  readonly onDate: string;
  /** Where the tax is due. The rest of the address is sealed (AttemptRecord.taxAddressSealed). */
  readonly state: string;
  readonly postalCode: string;
}

/** A price in minor units. `totalMinor` is always the exact sum of the other three. */
export interface Price {
  readonly currency: string;
  readonly baseMinor: number;
  readonly feesMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly detail: PriceDetail;
  /** The customer's address for the report to a tax service. Not stored with the price. */
  readonly taxPlace?: TaxPlace;
}

/** The price of an amount with the given fees and tax. */
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

/** The price as the API shows it, in major units. */
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
