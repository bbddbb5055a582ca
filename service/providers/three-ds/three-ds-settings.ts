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
import { type ThreeDSVendorSettings, threeDSVendors } from "./vendor-settings.ts";

/** The 3DS server of a vendor, or the directory server that Tessera's own one uses. */
export type ThreeDSServerConnector = ThreeDSVendorSettings & {
  /** The operator's name for it. */
  readonly name: string;
  /** No trailing slash. */
  readonly url: string;
};

/** Settings of 3-D Secure. */
export interface ThreeDSSettings {
  /** What carries 3-D Secure out. */
  threeDSServer: ThreeDSServerConnector;
  /** Where a directory server of our own protocol posts results: an address that *it* can reach. */
  threeDSResultsUrl: string;
}

const variable = "DIRECTORY_SERVER";

/** Returns the readers of {@link ThreeDSSettings}. */
export function threeDSSettings(source: SettingsSource): Readers<ThreeDSSettings> {
  const { text, reachedAt } = source;
  return {
    threeDSServer: () => readThreeDSServer(source),
    threeDSResultsUrl: () =>
      address(
        "THREE_DS_RESULTS_URL",
        text("THREE_DS_RESULTS_URL") ?? `${reachedAt}/v1/three-ds/results`,
      ),
  };
}

function readThreeDSServer(source: SettingsSource): ThreeDSServerConnector {
  const { environment, sandboxUrl } = source;
  const value = source.text("DIRECTORY_SERVER");
  if (value === undefined && environment === "sandbox") {
    return {
      name: "sandbox",
      type: "tessera",
      url: `${sandboxUrl}/directory-server`,
      key: sandboxCredentials.directoryServer,
    };
  }
  const [entry, ...others] = readEntries(variable, value ?? "[]");
  if (!entry || others.length > 0) {
    throw new ConfigError(`${variable} must name one directory server or 3DS server`);
  }
  const { name, url, ...fields } = entry;
  if (typeof name !== "string" || typeof url !== "string") {
    throw new ConfigError(`${variable} needs a name and a url`);
  }
  const settings = readVendorEntry(threeDSVendors, { variable, name, fields }, source);
  // A spread would copy secrets that rotate.
  const found = Object.assign(settings, { name, url: baseAddress(variable, name, url) });
  if (environment === "production" && isVendorTestAddress(threeDSVendors, found.type, found.url)) {
    throw new ConfigError(`${variable}: the url of ${name} is for tests, which prove nothing`);
  }
  const secrets = secretsOfEntry(threeDSVendors, found);
  requireProductionParty(variable, environment, { name, url: found.url, secrets });
  return found;
}
