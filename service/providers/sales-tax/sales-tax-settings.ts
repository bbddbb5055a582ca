import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about sales tax. */
export interface SalesTaxSettings {
  /** Sales tax rates by state and ZIP (JSON); undefined: the sandbox's own, none in production. */
  salesTaxRates: string | undefined;
}

/** Reads them. */
export function salesTaxSettings({ text }: SettingsSource): Readers<SalesTaxSettings> {
  return { salesTaxRates: () => text("SALES_TAX_RATES") };
}
