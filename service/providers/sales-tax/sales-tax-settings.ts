import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** Setting of the sales tax rates. */
export interface SalesTaxSettings {
  /** File with rates by state and ZIP (JSON). Undefined: the sandbox's own file, none in production. */
  salesTaxRates: string | undefined;
}

/** Returns the reader of {@link SalesTaxSettings}. */
export function salesTaxSettings({ text }: SettingsSource): Readers<SalesTaxSettings> {
  return { salesTaxRates: () => text("SALES_TAX_RATES") };
}
