export {
  openSalesTaxRates,
  type SalesTaxProvider,
  type SalesTaxRate,
  sandboxRatesPath,
  type TaxLocation,
} from "./sales-tax.ts";
export { type SalesTaxSettings, salesTaxSettings } from "./sales-tax-settings.ts";
