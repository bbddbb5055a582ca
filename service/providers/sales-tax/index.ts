export { openTaxVendor } from "./open-tax-vendor.ts";
export {
  openSalesTaxRates,
  type SalesTaxProvider,
  type SalesTaxRate,
  sandboxRatesPath,
  type TaxLocation,
} from "./sales-tax.ts";
export { type SalesTaxSettings, salesTaxSettings } from "./sales-tax-settings.ts";
export type {
  ReportOutcome,
  TaxDocument,
  TaxedSale,
  TaxPart,
  TaxPlace,
  TaxQuote,
  TaxVendor,
} from "./tax-vendor.ts";
