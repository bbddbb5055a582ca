import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { ConfigError } from "../../platform/config-values.ts";
import { type Connector, readConnector, readEntries } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

const types = ["tessera", "baselayer"] as const;

/** A provider of TIN matching, and its protocol. */
export type TinMatchingConnector = Connector & { readonly type: (typeof types)[number] };

export interface TinMatchingSettings {
  /** Undefined without TIN matching. */
  tinMatching: TinMatchingConnector | undefined;
}

export function tinMatchingSettings(source: SettingsSource): Readers<TinMatchingSettings> {
  return { tinMatching: () => tinMatching(source) };
}

function tinMatching(source: SettingsSource): TinMatchingConnector | undefined {
  const connector = readConnector(source, "TIN_MATCHING", {
    sandboxDefault: {
      name: "sandbox",
      url: `${source.sandboxUrl}/tin-matching`,
      key: sandboxCredentials.tinMatching,
    },
    onlyOne: "TIN_MATCHING must name one connector",
  });
  if (!connector) return undefined;
  const value = source.text("TIN_MATCHING");
  const [entry] = value === undefined ? [] : readEntries("TIN_MATCHING", value);
  const type = types.find((type) => type === (entry?.["type"] ?? "tessera"));
  if (!type) throw new ConfigError(`TIN_MATCHING: the type must be one of ${types.join(", ")}`);
  // A spread would copy the key's current value, but the key rotates.
  return Object.assign(connector, { type });
}
