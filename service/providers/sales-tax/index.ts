export {
  openSalesTaxRates,
  type SalesTaxProvider,
  type SalesTaxRate,
  sandboxRatesPath,
  type TaxLocation,
} from "./sales-tax.ts";
