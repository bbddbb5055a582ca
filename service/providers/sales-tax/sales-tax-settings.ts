import { ConfigError } from "../../platform/config-values.ts";
import { readEntries, requireProductionParty } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";
import {
  baseAddress,
  isVendorTestAddress,
  readVendorEntry,
  type SettingsOf,
  secretsOfEntry,
} from "../kit/vendor-entry.ts";
import { avataxSettings } from "./avatax/avatax-settings.ts";

/** Each tax service's settings, secrets and test hosts. */
export const taxVendors = {
  avatax: {
    settings: avataxSettings,
    secrets: ["licenseKey"],
    testHosts: ["sandbox-rest.avatax.com"],
  },
} as const;

export type TaxService = SettingsOf<typeof taxVendors> & {
  /** The address without a trailing slash. */
  readonly url: string;
};

export interface SalesTaxSettings {
  /** File of rates by state and ZIP (JSON). Undefined: the sandbox's own file, none in production. */
  salesTaxRates: string | undefined;
  /** Quotes prices and receives sales. Undefined: only the table of rates. */
  taxService: TaxService | undefined;
}

export function salesTaxSettings(source: SettingsSource): Readers<SalesTaxSettings> {
  return {
    salesTaxRates: () => source.text("SALES_TAX_RATES"),
    taxService: () => taxService(source),
  };
}

function taxService(source: SettingsSource): TaxService | undefined {
  const { text, environment } = source;
  const value = text("SALES_TAX");
  if (value === undefined) return undefined;
  const [entry, ...others] = readEntries("SALES_TAX", value);
  if (!entry || others.length > 0) throw new ConfigError("SALES_TAX must be one object");
  const { url, ...fields } = entry;
  if (fields["type"] === "table") {
    if (url !== undefined || Object.keys(fields).length > 1) {
      throw new ConfigError("SALES_TAX: the type table has no other fields; use SALES_TAX_RATES");
    }
    return undefined;
  }
  const name = "the tax service";
  if (fields["type"] === undefined) {
    throw new ConfigError("SALES_TAX needs a type: table or avatax");
  }
  if (typeof url !== "string") throw new ConfigError("SALES_TAX needs the url of the tax service");
  const settings = readVendorEntry(taxVendors, { variable: "SALES_TAX", name, fields }, source);
  if (environment === "production") {
    if (isVendorTestAddress(taxVendors, settings.type, url)) {
      throw new ConfigError("SALES_TAX: the url is for tests, where reported sales do not count");
    }
    if (settings.whenUnavailable === "table" && text("SALES_TAX_RATES") === undefined) {
      throw new ConfigError("SALES_TAX: whenUnavailable is table, so SALES_TAX_RATES is needed");
    }
  }
  const secrets = secretsOfEntry(taxVendors, settings);
  requireProductionParty("SALES_TAX", environment, { name, url, secrets });
  // A spread would copy secrets that rotate.
  return Object.assign(settings, { url: baseAddress("SALES_TAX", name, url) });
}
