import { ConfigError } from "../../platform/config-values.ts";
import { readEntries, requireProductionParty } from "../../platform/connectors.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";
import {
  baseAddress,
  isVendorTestAddress,
  readVendorEntry,
  type SettingsOf,
  secretsOfEntry,
  type Vendors,
} from "./vendor-entry.ts";

/** An outside party with its vendor's settings. Secrets may be getters: read them for each call. */
export type VendorParty<All extends Vendors> = SettingsOf<All> & {
  /** The operator's name for it. */
  readonly name: string;
  /** The address without a trailing slash. */
  readonly url: string;
};

export interface PartySetting<All extends Vendors> {
  readonly variable: string;
  readonly vendors: All;
  /** The party's name in messages, such as `bank`. */
  readonly party: string;
  /** Why production refuses the vendor's test hosts: `where no money moves`. */
  readonly testsAre: string;
}

/**
 * Reads a setting with at most one party: its `type` and that vendor's settings. Production refuses the vendor's test
 * hosts, the sandbox's credentials and guessable secrets.
 *
 * @throws ConfigError that names the setting, the party and the field, and never a value
 */
export function readVendorParty<All extends Vendors>(
  source: Pick<SettingsSource, "text" | "environment" | "secretFiles">,
  value: string,
  setting: PartySetting<All>,
): VendorParty<All> | undefined {
  const { variable, party } = setting;
  const [entry, ...others] = readEntries(variable, value);
  if (others.length > 0) throw new ConfigError(`${variable} must name one ${party}`);
  return entry && readParty(source, entry, setting);
}

/** {@link readVendorParty} for a setting with several parties, each with its own name. */
export function readVendorParties<All extends Vendors>(
  source: Pick<SettingsSource, "text" | "environment" | "secretFiles">,
  value: string,
  setting: Omit<PartySetting<All>, "party">,
): VendorParty<All>[] {
  const { variable } = setting;
  const vendorParties = readEntries(variable, value).map((entry) =>
    readParty(source, entry, setting),
  );
  const names = vendorParties.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new ConfigError(`${variable} has two with the name ${repeated}`);
  return vendorParties;
}

function readParty<All extends Vendors>(
  source: Pick<SettingsSource, "text" | "environment" | "secretFiles">,
  entry: Record<string, unknown>,
  { variable, vendors, testsAre }: Omit<PartySetting<All>, "party">,
): VendorParty<All> {
  const { environment } = source;
  const { name, url, ...fields } = entry;
  if (typeof name !== "string" || typeof url !== "string") {
    throw new ConfigError(`${variable} needs a name and a url`);
  }
  const settings = readVendorEntry(vendors, { variable, name, fields }, source);
  // A spread would copy secrets that rotate.
  const found = Object.assign(settings, { name, url: baseAddress(variable, name, url) });
  if (environment === "production" && isVendorTestAddress(vendors, found.type, found.url)) {
    throw new ConfigError(`${variable}: the url of ${name} is for tests, ${testsAre}`);
  }
  const secrets = secretsOfEntry(vendors, found);
  requireProductionParty(variable, environment, { name, url: found.url, secrets });
  return found;
}
