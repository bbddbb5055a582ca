import type { Operators } from "../../operators/accounts/index.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  type CardRangeSettings,
  openCardRanges,
  sandboxRangesPath,
} from "../../providers/card-ranges/index.ts";
import {
  openSalesTaxRates,
  openTaxVendor,
  type SalesTaxSettings,
  sandboxRatesPath,
} from "../../providers/sales-tax/index.ts";
import { createPricing, type Pricing } from "./pricing.ts";
import { refreshCardRanges } from "./refresh-card-ranges.ts";

/** Reads the data files that the configuration names. The sandbox has its own. */
export async function openPricing(
  deps: PlatformDeps<CardRangeSettings & SalesTaxSettings> & { operators: Operators },
): Promise<Pricing> {
  const { cardRanges, salesTaxRates, taxService, environment } = deps.config;
  const isSandbox = environment === "sandbox";
  const rangesPath = cardRanges ?? (isSandbox ? sandboxRangesPath : undefined);
  const ratesPath = salesTaxRates ?? (isSandbox ? sandboxRatesPath : undefined);
  const ranges = rangesPath === undefined ? null : await openCardRanges(rangesPath);
  const pricing = createPricing({
    ...deps,
    cardRanges: ranges,
    salesTax: ratesPath === undefined ? null : await openSalesTaxRates(ratesPath),
    taxVendor: taxService ? openTaxVendor(taxService, deps) : null,
  });
  return { ...pricing, jobs: ranges ? [refreshCardRanges(deps, ranges)] : [] };
}
