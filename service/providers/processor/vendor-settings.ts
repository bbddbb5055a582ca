import * as z from "zod/mini";
import {
  type CardCapabilities,
  type CardVendor,
  cardCapabilities,
  lackable,
  withoutAbilities,
} from "#contract/connectors/card-capabilities";
import type { Environment, SettingsSource } from "../../platform/settings-source.ts";
import { type AccountVendors, accountOf, type VendorAccount } from "../kit/vendor-account.ts";
import {
  isVendorTestAddress,
  readVendorEntry,
  type SettingsOf,
  secretsOfEntry,
} from "../kit/vendor-entry.ts";
import { adyenConnector } from "./adyen/adyen-connector.ts";
import { adyenSettings } from "./adyen/adyen-settings.ts";
import { authorizeNetConnector } from "./authorize-net/authorize-net-connector.ts";
import { authorizeNetSettings } from "./authorize-net/authorize-net-settings.ts";
import type { CardConnector, Deadlines } from "./kit/card-connector.ts";
import { nmiConnector } from "./nmi/nmi-connector.ts";
import { nmiSettings } from "./nmi/nmi-settings.ts";
import { stripeConnector } from "./stripe/stripe-connector.ts";
import { filesUrlOf, isTestKey, stripeSettings } from "./stripe/stripe-settings.ts";
import { tesseraConnector } from "./tessera/tessera-connector.ts";
import { worldpayConnector } from "./worldpay/worldpay-connector.ts";
import { worldpaySettings } from "./worldpay/worldpay-settings.ts";

/** Each vendor's own settings, which of them are secret or identify the account, and its hosts that move no real money. */
const vendors = {
  tessera: {
    settings: z.strictObject({
      key: z.string().check(z.regex(/^[ -~]+$/)),
      /** What the server behind the protocol lacks. */
      cannot: z.optional(z.array(z.enum(lackable))),
      /** The account is for tests: no money moves. */
      test: z.optional(z.boolean()),
    }),
    secrets: ["key"],
    account: "url",
    testHosts: [],
  },
  worldpay: {
    settings: worldpaySettings,
    secrets: ["password", "eventSecret"],
    // Many accounts have an entity of the same name.
    account: ["username", "entity"],
    testHosts: ["try.access.worldpay.com"],
  },
  nmi: {
    settings: nmiSettings,
    secrets: ["securityKey", "signingKey"],
    // Only the key names the account, and it may change.
    account: ["test"],
    testHosts: ["sandbox.nmi.com"],
  },
  "authorize-net": {
    settings: authorizeNetSettings,
    secrets: ["transactionKey", "signatureKey"],
    account: ["apiLoginId"],
    testHosts: ["apitest.authorize.net"],
  },
  adyen: {
    settings: adyenSettings,
    secrets: ["apiKey", "hmacKey", "webhookPassword"],
    account: ["merchantAccount"],
    testHosts: ["checkout-test.adyen.com"],
  },
  stripe: {
    settings: stripeSettings,
    secrets: ["secretKey", "webhookSecret"],
    account: ["accountId"],
    // One host for both modes: the key decides.
    testHosts: [],
  },
} as const satisfies AccountVendors & Readonly<Record<CardVendor, object>>;

/** Names of the vendors, as in the `type` of a processor. */
export type VendorType = CardVendor;

/**
 * The settings of one vendor. Secrets are texts here, whatever they came from. Those of a file are getters, which
 * return the newest; a copy of the settings has the secrets of that moment.
 */
export type VendorSettings = SettingsOf<typeof vendors>;

/** What the connector for these settings can do. */
export function capabilitiesOf(settings: VendorSettings): CardCapabilities {
  return settings.type === "tessera"
    ? withoutAbilities(cardCapabilities.tessera, settings.cannot ?? [])
    : cardCapabilities[settings.type];
}

/** The only currencies of the vendor's account; null if it takes what the vendor takes. */
export function accountCurrencies(settings: VendorSettings): readonly string[] | null {
  return settings.type === "authorize-net" ? [settings.currency] : null;
}

/** What all connectors are given. */
export interface ConnectorContext extends Deadlines {
  /** Where the processor sends its notices. */
  readonly notificationUrl: string;
}

/**
 * The connector for the vendor of these settings. When a secret changes, the next operation is of a new connector
 * with the new secret; running operations end with the old one.
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
  switch (settings.type) {
    case "tessera":
      return tesseraConnector({ ...settings, ...context }, context);
    case "worldpay":
      return worldpayConnector(settings, context);
    case "nmi":
      return nmiConnector(settings, context);
    case "authorize-net":
      return authorizeNetConnector(settings, context);
    case "adyen":
      return adyenConnector(settings, context);
    case "stripe":
      return stripeConnector(settings, { ...context, filesUrl: filesUrlOf(settings) });
  }
}

/** Names and values of the secrets, for checks of their strength. */
export function secretsOf(settings: VendorSettings): readonly (readonly [string, string])[] {
  return secretsOfEntry(vendors, settings);
}

/** The account at the vendor that these settings lead to. */
export function accountOfProcessor(
  settings: VendorSettings & { readonly url: string },
  environment: Environment,
): VendorAccount {
  return accountOf(vendors, settings, environment);
}

/** Whether the address is the vendor's place for tests: approvals there are no money. */
export function isTestAddress(type: VendorType, url: string): boolean {
  return isVendorTestAddress(vendors, type, url);
}

/** Whether the settings say that the account is for tests: no money moves. */
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
