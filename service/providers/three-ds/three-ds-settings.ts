import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { address, ConfigError } from "../../platform/config-values.ts";
import { type Connector, readConnector } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** Settings of 3-D Secure. */
export interface ThreeDSSettings {
  /** The directory server. */
  directoryServer: Connector;
  /** Where the directory server posts results: an address that *it* can reach. */
  threeDSResultsUrl: string;
}

/** Returns the readers of {@link ThreeDSSettings}. */
export function threeDSSettings(source: SettingsSource): Readers<ThreeDSSettings> {
  const { text, sandboxUrl, reachedAt } = source;
  const onlyOne = "DIRECTORY_SERVER must name one directory server";
  return {
    directoryServer() {
      const found = readConnector(source, "DIRECTORY_SERVER", {
        sandboxDefault: {
          name: "sandbox",
          url: `${sandboxUrl}/directory-server`,
          key: sandboxCredentials.directoryServer,
        },
        onlyOne,
      });
      if (!found) throw new ConfigError(onlyOne);
      return found;
    },
    threeDSResultsUrl: () =>
      address(
        "THREE_DS_RESULTS_URL",
        text("THREE_DS_RESULTS_URL") ?? `${reachedAt}/v1/three-ds/results`,
      ),
  };
}
