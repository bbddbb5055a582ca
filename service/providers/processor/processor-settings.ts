import { isNative } from "#contract/connectors/card-capabilities";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { minorDigits } from "#contract/money";
import type { RoutableProcessor, RoutingNeed } from "#contract/routing-rules";
import { address, ConfigError } from "../../platform/config-values.ts";
import { readEntries, requireProductionParty } from "../../platform/connectors.ts";
import type { Environment, Readers, SettingsSource } from "../../platform/settings-source.ts";
import { hasThreeDSServer } from "../kit/three-ds-choice.ts";
import { isSandboxParty } from "../kit/vendor-account.ts";
import { baseAddress } from "../kit/vendor-entry.ts";
import {
  accountCurrencies,
  capabilitiesOf,
  isDeclaredTest,
  isTestAddress,
  readVendorSettings,
  secretsOf,
  urlOf,
  type VendorSettings,
} from "./vendor-settings.ts";

/** A card processor: address, abilities, and its vendor's own settings. */
export type ProcessorConnector = VendorSettings & {
  /** The operator's name for it. */
  readonly name: string;
  /** The address without a trailing slash. */
  readonly url: string;
  /** ISO 4217 codes; null for all. */
  readonly currencies: readonly string[] | null;
  /** The operator whose reconciliation gets the fetched settlement reports, if there are several. */
  readonly settlementOperator?: string;
};

/**
 * Whether no money can move: the address is the vendor's test environment, the operator says that the account is for
 * tests, or it is the sandbox. Production has no such processor.
 */
export function isTestAccount(processor: ProcessorConnector, environment: Environment): boolean {
  if (environment === "production") return false;
  const { type, url } = processor;
  return (
    isSandboxParty(url, secretsOf(processor)) ||
    isTestAddress(type, url) ||
    isDeclaredTest(processor)
  );
}

/** What routing must know about a processor. `threeDSServer` gives results of 3-D Secure; null: there is none. */
export function routable(
  processor: ProcessorConnector,
  threeDSServer: object | null,
): RoutableProcessor {
  const { name, currencies } = processor;
  const capabilities = capabilitiesOf(processor);
  const { currencyDigits, notCurrencies, maxMinor, storedCredentials } = capabilities;
  const takesResults = capabilities.externalThreeDSecure && threeDSServer !== null;
  const hasThreeDSecure = takesResults || isNative(capabilities);
  const missing: RoutingNeed[] = [
    ...(hasThreeDSecure ? [] : (["three_d_secure"] as const)),
    ...(storedCredentials ? [] : (["stored_credentials"] as const)),
  ];
  return {
    name,
    currencies,
    ...(currencyDigits === undefined ? {} : { currencyDigits }),
    ...(notCurrencies === undefined ? {} : { notCurrencies }),
    ...(maxMinor === undefined ? {} : { maxMinor }),
    lacks: missing,
  };
}

export interface ProcessorSettings {
  /** The processors in order of preference. Default: the sandbox's own two. */
  processors: readonly ProcessorConnector[];
  /** Where processors send notices, without their name: an address that *they* can reach. */
  processorNoticeUrl: string;
}

export function processorSettings(source: SettingsSource): Readers<ProcessorSettings> {
  const { text, reachedAt } = source;
  return {
    processors: () => processors(source),
    processorNoticeUrl: () =>
      address(
        "PROCESSOR_NOTICE_URL",
        text("PROCESSOR_NOTICE_URL") ?? `${reachedAt}/v1/processor-notices`,
      ),
  };
}

function processors(source: SettingsSource): ProcessorConnector[] {
  const { text, environment, sandboxUrl } = source;
  const value = text("PROCESSORS");
  const found =
    value === undefined && environment === "sandbox"
      ? (["northbank", "quayside"] as const).map((name) => ({
          name,
          type: "tessera" as const,
          url: `${sandboxUrl}/processors/${name}`,
          key: sandboxCredentials[name],
          currencies: null,
        }))
      : readProcessors(value ?? "[]", source);
  for (const { name, url, ...settings } of found) {
    if (environment === "production" && isTestAddress(settings.type, url)) {
      throw new ConfigError(`PROCESSORS: the url of ${name} is for tests, where no money moves`);
    }
    if (environment === "production" && isDeclaredTest(settings)) {
      throw new ConfigError(
        `PROCESSORS: the account of ${name} is for tests, where no money moves`,
      );
    }
    requireProductionParty("PROCESSORS", environment, { name, url, secrets: secretsOf(settings) });
  }
  if (found.length === 0) throw new ConfigError("PROCESSORS must name at least one processor");
  if (!hasThreeDSServer(source) && !found.some((each) => isNative(capabilitiesOf(each)))) {
    throw new ConfigError(
      "DIRECTORY_SERVER is none, so PROCESSORS needs a processor with its own 3-D Secure",
    );
  }
  return found;
}

/** The processor's name in payments by ACH and by bank. The ledger posts their disputes differently. */
const ownRails: ReadonlySet<string> = new Set(["ach", "open_banking"]);

/** Reads a processor or a list: `name`, `url`, `currencies`, `type` and the vendor's own settings. */
function readProcessors(value: string, source: SettingsSource): ProcessorConnector[] {
  const found = readEntries("PROCESSORS", value).map((entry) => {
    const { name, url, currencies, settlementOperator, ...own } = entry;
    if (typeof name !== "string") {
      throw new ConfigError("PROCESSORS needs a name and a url for each processor");
    }
    const isNativeStripe = own["type"] === "stripe" && !hasThreeDSServer(source);
    const chosen = isNativeStripe ? { threeDSecure: "native", ...own } : own;
    const settings = readVendorSettings(name, chosen, source);
    // A spread would copy secrets that rotate.
    return Object.assign(settings, {
      name,
      url: baseAddress("PROCESSORS", name, urlOf(name, url, settings)),
      currencies: narrowed(name, readCurrencies(currencies), accountCurrencies(settings)),
      ...readSettlementOperator(name, settings, settlementOperator),
    });
  });
  if (new Set(found.map(({ name }) => name)).size < found.length) {
    throw new ConfigError("PROCESSORS names a processor twice");
  }
  const rail = found.find(({ name }) => ownRails.has(name));
  if (rail) {
    throw new ConfigError(`PROCESSORS: the name ${rail.name} is reserved`);
  }
  return found;
}

function readSettlementOperator(
  name: string,
  settings: VendorSettings,
  operatorId: unknown,
): Pick<ProcessorConnector, "settlementOperator"> {
  if (operatorId === undefined) return {};
  if (capabilitiesOf(settings).settlementFiles !== "fetched") {
    throw new ConfigError(
      `PROCESSORS: settlementOperator of ${name} has no effect: ${settings.type} has no reports to fetch`,
    );
  }
  if (typeof operatorId === "string" && /^op_[A-Za-z0-9]{1,64}$/.test(operatorId)) {
    return { settlementOperator: operatorId };
  }
  throw new ConfigError(`PROCESSORS: settlementOperator of ${name} must be an operator's id, op_…`);
}

function narrowed(
  name: string,
  chosen: readonly string[] | null,
  account: readonly string[] | null,
): readonly string[] | null {
  if (chosen === null || account === null) return chosen ?? account;
  const both = chosen.filter((currency) => account.includes(currency));
  if (both.length > 0) return both;
  throw new ConfigError(`PROCESSORS: the account of ${name} is in ${account.join(", ")} only`);
}

function readCurrencies(currencies: unknown): readonly string[] | null {
  if (currencies === undefined) return null;
  const isList =
    Array.isArray(currencies) &&
    currencies.length > 0 &&
    currencies.every((code) => typeof code === "string" && minorDigits(code) !== undefined);
  if (!isList) throw new ConfigError("PROCESSORS: currencies must be a list of ISO 4217 codes");
  return currencies;
}
