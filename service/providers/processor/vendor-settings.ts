import {
  type CardCapabilities,
  type CardVendor,
  cardCapabilities,
  withoutAbilities,
} from "#contract/connectors/card-capabilities";
import type { Environment, SettingsSource } from "../../platform/settings-source.ts";
import { accountOf, type VendorAccount } from "../kit/vendor-account.ts";
import {
  isVendorTestAddress,
  readVendorEntry,
  type SettingsOf,
  secretsOfEntry,
} from "../kit/vendor-entry.ts";
import { adyen } from "./adyen/adyen-vendor.ts";
import { authorizeNet } from "./authorize-net/authorize-net-vendor.ts";
import type { VendorTests } from "./check/test-cards.ts";
import type { CardConnector } from "./kit/card-connector.ts";
import type { CardVendorModule, ConnectorContext } from "./kit/card-vendor.ts";
import { vendorUrl } from "./kit/vendor-url.ts";
import { nmi } from "./nmi/nmi-vendor.ts";
import { isTestKey, stripeCapabilities } from "./stripe/stripe-settings.ts";
import { stripe } from "./stripe/stripe-vendor.ts";
import { tessera } from "./tessera/tessera-vendor.ts";
import { worldpay } from "./worldpay/worldpay-vendor.ts";

/** The vendors by an entry's `type`. A new one is one line here, and one in the table of abilities. */
const vendors = {
  tessera,
  worldpay,
  nmi,
  "authorize-net": authorizeNet,
  adyen,
  stripe,
} as const satisfies Readonly<Record<CardVendor, CardVendorModule>>;

export const vendorTests: Readonly<Record<CardVendor, VendorTests>> = mapVendors(
  ({ tests }) => tests,
);

/** The `type` of a processor. */
export type VendorType = CardVendor;

/**
 * One vendor's settings. Secrets are text here, whatever their source. A file's are getters that return the newest; a
 * copy of the settings has the secrets of that moment.
 */
export type VendorSettings = SettingsOf<typeof vendors>;

/** What the connector for these settings can do. */
export function capabilitiesOf(settings: VendorSettings): CardCapabilities {
  if (settings.type === "tessera") {
    return withoutAbilities(cardCapabilities.tessera, settings.cannot ?? []);
  }
  return settings.type === "stripe"
    ? stripeCapabilities(settings)
    : cardCapabilities[settings.type];
}

/** The account's only currencies; null if it takes what the vendor takes. */
export function accountCurrencies(settings: VendorSettings): readonly string[] | null {
  return settings.type === "authorize-net" ? [settings.currency] : null;
}

/**
 * The connector for these settings. After a secret changes, the next operation gets a new connector; running operations
 * end with the old secret.
 */
export function connectorFor(settings: VendorSettings, context: ConnectorContext): CardConnector {
  let secrets = secretsOf(settings);
  let connector = createConnector(settings, context);
  const current = () => {
    const found = secretsOf(settings);
    if (found.some(([, value], index) => value !== secrets[index]?.[1])) {
      connector = createConnector(settings, context);
      secrets = found;
    }
    return connector;
  };
  return new Proxy(connector, { get: (_, member) => Reflect.get(current(), member) });
}

function createConnector(settings: VendorSettings, context: ConnectorContext): CardConnector {
  // The settings were read with this vendor's schema, so its connector takes them.
  const create = vendors[settings.type].connector as (
    settings: VendorSettings,
    context: ConnectorContext,
  ) => CardConnector;
  return create(settings, context);
}

function mapVendors<T>(map: (vendor: CardVendorModule) => T): Readonly<Record<CardVendor, T>> {
  const mapped = Object.entries(vendors).map(([type, vendor]) => [type, map(vendor)] as const);
  return Object.fromEntries(mapped) as Record<CardVendor, T>;
}

export function secretsOf(settings: VendorSettings): readonly (readonly [string, string])[] {
  return secretsOfEntry(vendors, settings);
}

/** The vendor's account behind these settings. */
export function accountOfProcessor(
  settings: VendorSettings & { readonly url: string },
  environment: Environment,
): VendorAccount {
  return accountOf(vendors, settings, environment);
}

/** An entry's `url`, or the vendor's own address. Throws ConfigError ({@link vendorUrl}). */
export function urlOf(name: string, url: unknown, settings: VendorSettings): string {
  const { urls }: CardVendorModule = vendors[settings.type];
  return vendorUrl(urls, { name, url, settings });
}

/** Whether the address is the vendor's test environment: approvals there are no money. */
export function isTestAddress(type: VendorType, url: string): boolean {
  return isVendorTestAddress(vendors, type, url);
}

/** Whether the settings say that no money moves. */
export function isDeclaredTest(settings: VendorSettings): boolean {
  if (settings.type === "stripe") return isTestKey(settings);
  return "test" in settings && settings.test === true;
}

/**
 * Reads one entry of `PROCESSORS`, without the fields that all vendors share.
 *
 * @throws ConfigError that names the processor and the field, and never a value
 */
export function readVendorSettings(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  source: Pick<SettingsSource, "text" | "secretFiles">,
): VendorSettings {
  return readVendorEntry(vendors, { variable: "PROCESSORS", name, fields }, source);
}
