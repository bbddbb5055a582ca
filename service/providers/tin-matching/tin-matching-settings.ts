import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type Connector, readConnector } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about TIN matching. */
export interface TinMatchingSettings {
  /** Asks the IRS whether name and number belong together; undefined: nobody does. */
  tinMatching: Connector | undefined;
}

/** Reads them. */
export function tinMatchingSettings(source: SettingsSource): Readers<TinMatchingSettings> {
  return {
    tinMatching: () =>
      readConnector(source, "TIN_MATCHING", {
        ofSandbox: {
          name: "sandbox",
          url: `${source.sandboxUrl}/tin-matching`,
          key: sandboxCredentials.tinMatching,
        },
        onlyOne: "TIN_MATCHING must name one connector",
      }),
  };
}
