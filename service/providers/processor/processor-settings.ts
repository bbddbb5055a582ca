import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { minorDigits } from "#contract/money";
import { address, ConfigError } from "../../platform/config-values.ts";
import {
  type Connector,
  readConnectors,
  requireProductionConnectors,
} from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** A card processor. */
export interface ProcessorConnector extends Connector {
  /** Supported ISO 4217 codes; null for every currency. */
  currencies: readonly string[] | null;
}

/** Settings of the card processors. */
export interface ProcessorSettings {
  /** Card processors in order of preference. Default in the sandbox: its own two. */
  processors: readonly ProcessorConnector[];
  /** Where processors send notices, without their name: an address that *they* can reach. */
  processorNoticeUrl: string;
}

/** Returns the reader of {@link ProcessorSettings}. */
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

function processors({ text, environment, sandboxUrl }: SettingsSource): ProcessorConnector[] {
  const value = text("PROCESSORS");
  const found =
    value === undefined && environment === "sandbox"
      ? (["northbank", "quayside"] as const).map((name) => ({
          name,
          url: `${sandboxUrl}/processors/${name}`,
          key: sandboxCredentials[name],
          currencies: null,
        }))
      : processorConnectors(value ?? "[]");
  requireProductionConnectors("PROCESSORS", environment, found);
  if (found.length === 0) throw new ConfigError("PROCESSORS must name at least one processor");
  return found;
}

/** Reads connectors that can each name their currencies. */
function processorConnectors(value: string): ProcessorConnector[] {
  const found = readConnectors("PROCESSORS", value);
  const parsed: unknown = JSON.parse(value);
  const raw: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (new Set(found.map(({ name }) => name)).size < found.length) {
    throw new ConfigError("PROCESSORS names a processor twice");
  }
  return found.map((connector, at) => {
    const { currencies } = raw[at] as { currencies?: unknown };
    if (currencies === undefined) return { ...connector, currencies: null };
    const isList =
      Array.isArray(currencies) &&
      currencies.length > 0 &&
      currencies.every((code) => typeof code === "string" && minorDigits(code) !== undefined);
    if (!isList) throw new ConfigError("PROCESSORS: currencies must be a list of ISO 4217 codes");
    return { ...connector, currencies };
  });
}
