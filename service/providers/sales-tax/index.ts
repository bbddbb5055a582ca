export { checkTax, type TaxCheckStep, type TaxCheckStepName } from "./check-tax.ts";
export { openTaxVendor } from "./open-tax-vendor.ts";
export {
  openSalesTaxRates,
  type SalesTaxProvider,
  type SalesTaxRate,
  sandboxRatesPath,
  type TaxLocation,
} from "./sales-tax.ts";
export {
  type SalesTaxSettings,
  salesTaxSettings,
  type TaxService,
  taxVendors,
} from "./sales-tax-settings.ts";
export type {
  ReportOutcome,
  TaxDocument,
  TaxedSale,
  TaxPart,
  TaxPlace,
  TaxQuote,
  TaxVendor,
} from "./tax-vendor.ts";
