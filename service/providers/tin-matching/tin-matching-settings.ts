import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type Connector, readConnector } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** Setting of TIN matching. */
export interface TinMatchingSettings {
  /** Provider that asks the IRS whether a name and a TIN belong together. Undefined: none. */
  tinMatching: Connector | undefined;
}

/** Returns the reader of {@link TinMatchingSettings}. */
export function tinMatchingSettings(source: SettingsSource): Readers<TinMatchingSettings> {
  return {
    tinMatching: () =>
      readConnector(source, "TIN_MATCHING", {
        sandboxDefault: {
          name: "sandbox",
          url: `${source.sandboxUrl}/tin-matching`,
          key: sandboxCredentials.tinMatching,
        },
        onlyOne: "TIN_MATCHING must name one connector",
      }),
  };
}
