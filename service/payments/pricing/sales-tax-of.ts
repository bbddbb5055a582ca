import type { CustomerData } from "#contract/api/customers";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Log } from "../../platform/log.ts";
import type {
  SalesTaxProvider,
  TaxedSale,
  TaxPlace,
  TaxQuote,
  TaxVendor,
} from "../../providers/sales-tax/index.ts";
import type { PriceDetail } from "./price.ts";
import type { PriceRequest } from "./pricing.ts";

interface SalesTaxDeps {
  readonly log: Log;
  readonly salesTax: SalesTaxProvider | null;
  readonly taxVendor: TaxVendor | null;
}

export interface SalesTax {
  readonly taxMinor: number;
  readonly detail: PriceDetail;
  /** The customer's address, only if a tax service receives the sale. */
  readonly taxPlace?: TaxPlace;
}

/**
 * Computes the tax on the base amount, with the tax service if one is configured, otherwise with the table of rates.
 * Null outside the US or without an address. Throws `service_unavailable` if the tax cannot be computed, because it
 * cannot be charged later.
 */
export async function salesTaxOf(
  deps: SalesTaxDeps,
  request: PriceRequest,
  address: CustomerData["address"],
  onDate: string,
): Promise<SalesTax | null> {
  if (request.currency !== "USD" || address?.country !== "US") return null;
  const { state, postalCode } = address;
  if (state === null || postalCode === null) return null;
  const place = {
    line1: address.line1 ?? undefined,
    line2: address.line2 ?? undefined,
    city: address.city ?? undefined,
    state,
    postalCode,
  };
  return deps.taxVendor
    ? taxFromService(deps, deps.taxVendor, request, place, onDate)
    : taxFromTable(deps, request, place, onDate);
}

/** For `catch`: returns null if the tax cannot be computed, so there is no price. Rethrows other errors. */
export function nullIfUnavailable(error: unknown): null {
  if (error instanceof ApiError && error.code === "service_unavailable") return null;
  throw error;
}

/**
 * Reports sales without tax too, because the tax service lists exempt sales. If the table supplied the tax, the sale is
 * reported with that tax.
 */
async function taxFromService(
  deps: SalesTaxDeps,
  vendor: TaxVendor,
  { operatorId, externalCustomerId, amountMinor: baseMinor, currency, isCachedOnly }: PriceRequest,
  place: TaxPlace,
  onDate: string,
): Promise<SalesTax> {
  const { state, postalCode } = place;
  const sale: TaxedSale = { operatorId, externalCustomerId, baseMinor, currency, place, onDate };
  const taxReport = {
    vendor: vendor.type,
    onDate,
    state,
    postalCode: postalCode.slice(0, 5),
  };
  const quote = isCachedOnly ? vendor.remembered(sale) : await vendor.quote(sale);
  if (quote && !("problem" in quote)) {
    return {
      taxMinor: quote.taxMinor,
      detail: { ...detailOf(quote, state), taxReport },
      taxPlace: place,
    };
  }
  if (quote) {
    deps.log.warn("no sales tax from the tax service", {
      vendor: vendor.type,
      reason: quote.problem,
    });
  }
  if (vendor.whenUnavailable === "refuse") {
    const cause = new Error("the tax service has quoted no sales tax");
    throw new ApiError("service_unavailable", { cause });
  }
  const fromTable = await taxFromTable(deps, { amountMinor: baseMinor }, place, onDate);
  return {
    taxMinor: fromTable?.taxMinor ?? 0,
    detail: { ...fromTable?.detail, taxReport },
    taxPlace: place,
  };
}

function detailOf({ taxMinor, ratePpm, parts }: TaxQuote, state: string): PriceDetail {
  if (taxMinor === 0) return {};
  return {
    ...(ratePpm !== null && { taxRatePpm: ratePpm }),
    taxJurisdiction: state,
    ...(parts.length > 0 && { taxParts: parts }),
  };
}

async function taxFromTable(
  deps: SalesTaxDeps,
  { amountMinor }: Pick<PriceRequest, "amountMinor">,
  { state, postalCode }: TaxPlace,
  onDate: string,
): Promise<SalesTax | null> {
  if (!deps.salesTax) {
    const cause = new Error("an operator charges sales tax, but SALES_TAX_RATES names no rates");
    throw new ApiError("service_unavailable", { cause });
  }
  const rate = await deps.salesTax.rateAt({ state, postalCode }, onDate);
  if (!rate) return null;
  const { ratePpm, jurisdiction } = rate;
  return {
    taxMinor: taxOf(amountMinor, ratePpm),
    detail: { taxRatePpm: ratePpm, taxJurisdiction: jurisdiction },
  };
}

/** The tax in minor units, with halves rounded up. */
export function taxOf(amountMinor: number, ratePpm: number): number {
  return Number((BigInt(amountMinor) * BigInt(ratePpm) + 500_000n) / 1_000_000n);
}
