import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { address, ConfigError } from "../../platform/config-values.ts";
import { readEntries, requireProductionParty } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";
import {
  baseAddress,
  isVendorTestAddress,
  readVendorEntry,
  secretsOfEntry,
} from "../kit/vendor-entry.ts";
import type { PayoutMethod } from "./payout-provider.ts";
import {
  isDeclaredPayoutTest,
  methodsOfVendor,
  type PayoutProcessorSettings,
  type PayoutVendorType,
  payoutMethods,
  payoutVendors,
} from "./vendor-settings.ts";

export interface PayoutSettings {
  /** The payout processors, each for different destination types. Default: the sandbox's own, none in production. */
  payoutProcessors: readonly PayoutProcessorSettings[];
  /** Where payout processors report changes: an address that *they* can reach. */
  payoutNotificationUrl: string;
}

const variable = "PAYOUT_PROCESSOR";

/** Our own ACH files in payouts and refunds. No processor can have this name. */
const ownRail = "ach";

export function payoutSettings(source: SettingsSource): Readers<PayoutSettings> {
  const { text, reachedAt } = source;
  return {
    payoutProcessors: () => readPayoutProcessors(source),
    payoutNotificationUrl: () =>
      address(
        "PAYOUT_NOTIFICATION_URL",
        text("PAYOUT_NOTIFICATION_URL") ?? `${reachedAt}/v1/payout-notifications`,
      ),
  };
}

function readPayoutProcessors(source: SettingsSource): PayoutProcessorSettings[] {
  const { text, environment, sandboxUrl } = source;
  const value = text(variable);
  if (value === undefined && environment === "sandbox") {
    const name = "tidewater";
    const url = `${sandboxUrl}/payouts/${name}`;
    const key = sandboxCredentials[name];
    return [{ name, type: "tessera", url, key, methods: methodsOfVendor.tessera }];
  }
  const found = readEntries(variable, value ?? "[]").map((entry) => readProcessor(entry, source));
  if (new Set(found.map(({ name }) => name)).size < found.length) {
    throw new ConfigError(`${variable} names a processor twice`);
  }
  for (const method of payoutMethods) {
    const [first, second] = found.filter(({ methods }) => methods.includes(method));
    if (first && second) {
      throw new ConfigError(
        `${variable}: ${first.name} and ${second.name} both pay to ${method}; choose with methods`,
      );
    }
  }
  return found;
}

/** Reads one processor: `name`, `url`, `methods`, `type` and the vendor's own settings. */
function readProcessor(
  entry: Readonly<Record<string, unknown>>,
  source: SettingsSource,
): PayoutProcessorSettings {
  const { environment } = source;
  const { name, url, methods, ...fields } = entry;
  if (typeof name !== "string" || typeof url !== "string") {
    throw new ConfigError(`${variable} needs a name and a url for each processor`);
  }
  if (name === ownRail) throw new ConfigError(`${variable}: the name ${name} is reserved`);
  const settings = readVendorEntry(payoutVendors, { variable, name, fields }, source);
  // A spread would copy secrets that rotate.
  const found = Object.assign(settings, {
    name,
    url: baseAddress(variable, name, url),
    methods: readMethods(name, settings.type, methods),
  });
  if (environment === "production" && isVendorTestAddress(payoutVendors, found.type, found.url)) {
    throw new ConfigError(`${variable}: the url of ${name} is for tests, where no money moves`);
  }
  if (environment === "production" && isDeclaredPayoutTest(found)) {
    throw new ConfigError(`${variable}: the account of ${name} is for tests, where no money moves`);
  }
  const secrets = secretsOfEntry(payoutVendors, found);
  requireProductionParty(variable, environment, { name, url: found.url, secrets });
  return found;
}

/** The entry's methods, or all of the vendor's. None: only earlier payouts. */
function readMethods(
  name: string,
  type: PayoutVendorType,
  methods: unknown,
): readonly PayoutMethod[] {
  const possible: readonly PayoutMethod[] = methodsOfVendor[type];
  if (methods === undefined) return possible;
  const isList =
    Array.isArray(methods) &&
    new Set(methods).size === methods.length &&
    methods.every((method) => possible.includes(method));
  if (isList) return methods;
  throw new ConfigError(`${variable}: methods of ${name} must be some of ${possible.join(", ")}`);
}
