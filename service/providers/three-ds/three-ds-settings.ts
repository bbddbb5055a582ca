import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { address, ConfigError } from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";
import { hasThreeDSServer, noThreeDSServer } from "../kit/three-ds-choice.ts";
import { readVendorParty, type VendorParty } from "../kit/vendor-party.ts";
import { threeDSVendors } from "./vendor-settings.ts";

/** A vendor's 3DS server, or the directory server that Tessera's own one uses. */
export type ThreeDSServerConnector = VendorParty<typeof threeDSVendors>;

export interface ThreeDSSettings {
  /** Null: only processors with their own 3-D Secure can take card payments. */
  threeDSServer: ThreeDSServerConnector | null;
  /** Where a directory server of our own protocol posts results. It must be able to reach this address. */
  threeDSResultsUrl: string;
}

const variable = "DIRECTORY_SERVER";

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

function readThreeDSServer(source: SettingsSource): ThreeDSServerConnector | null {
  if (!hasThreeDSServer(source)) return null;
  const { environment, sandboxUrl } = source;
  const value = source.text(variable);
  if (value === undefined && environment === "sandbox") {
    return {
      name: "sandbox",
      type: "tessera",
      url: `${sandboxUrl}/directory-server`,
      key: sandboxCredentials.directoryServer,
    };
  }
  const party = "directory server or 3DS server";
  const connector = readVendorParty(source, value ?? "[]", {
    variable,
    vendors: threeDSVendors,
    party,
    testsAre: "which prove nothing",
  });
  if (!connector)
    throw new ConfigError(`${variable} must name one ${party}, or be ${noThreeDSServer}`);
  return connector;
}
