import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type CryptoAsset, cryptoAssets } from "#contract/crypto-networks";
import { address, ConfigError, requireEncrypted } from "../../platform/config-values.ts";
import {
  type Connector,
  readConnectors,
  readEntries,
  requireProductionConnectors,
} from "../../platform/connectors.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";
import type { ExchangeName } from "./exchange-rates.ts";

/** Our own protocol, or an exchange's public prices. */
export type RatesSource =
  | { readonly type: "tessera"; readonly connector: Connector }
  | { readonly type: ExchangeName; readonly name: string; readonly url: string };

export interface RatesConfig {
  readonly sources: readonly RatesSource[];
  /** The number of sources that must agree on an asset's price. */
  readonly minimum: Readonly<Record<CryptoAsset, number>>;
}

const exchangeUrls: Readonly<Record<ExchangeName, string>> = {
  coinbase: "https://api.exchange.coinbase.com",
  kraken: "https://api.kraken.com",
};
const maxSources = 5;

/** Reads `CRYPTO_RATES` and `CRYPTO_RATES_MINIMUM`. Returns undefined without sources. Throws {@link ConfigError}. */
export function readRatesConfig(source: SettingsSource): RatesConfig | undefined {
  const sources = readSources(source);
  if (sources.length === 0) return undefined;
  if (sources.length > maxSources) {
    throw new ConfigError(`CRYPTO_RATES must name at most ${maxSources} sources`);
  }
  const names = sources.map(nameOf);
  if (new Set(names).size < names.length)
    throw new ConfigError("CRYPTO_RATES names a source twice");
  return { sources, minimum: readMinimum(source.text("CRYPTO_RATES_MINIMUM"), sources.length) };
}

export function nameOf(source: RatesSource): string {
  return source.type === "tessera" ? source.connector.name : source.name;
}

function readSources(source: SettingsSource): RatesSource[] {
  const { environment, sandboxUrl } = source;
  const value = source.text("CRYPTO_RATES");
  if (value === undefined) {
    const connector = {
      name: "sandbox",
      url: `${sandboxUrl}/rates`,
      key: sandboxCredentials.rates,
    };
    return environment === "sandbox" ? [{ type: "tessera", connector }] : [];
  }
  return readEntries("CRYPTO_RATES", value).map((entry) => {
    const { type = "tessera", ...own } = entry;
    if (type === "tessera") {
      const [connector] = readConnectors(source, "CRYPTO_RATES", JSON.stringify(own));
      if (!connector) throw new ConfigError("CRYPTO_RATES needs a name, a url and a key");
      requireProductionConnectors("CRYPTO_RATES", environment, [connector]);
      return { type, connector };
    }
    if (type !== "coinbase" && type !== "kraken") {
      throw new ConfigError("CRYPTO_RATES: the type must be one of tessera, coinbase, kraken");
    }
    const { name = type, url = exchangeUrls[type], ...unknown } = own;
    const [field] = Object.keys(unknown);
    if (field !== undefined) throw new ConfigError(`CRYPTO_RATES: ${type} has no ${field}`);
    if (typeof name !== "string" || typeof url !== "string" || !/^[\w.-]{1,40}$/.test(name)) {
      throw new ConfigError(`CRYPTO_RATES: the name or url of ${type} is not valid`);
    }
    const found = address("CRYPTO_RATES", url);
    if (environment === "production") requireEncrypted("CRYPTO_RATES", found);
    return { type, name, url: found };
  });
}

/** Reads `2`, or `2, USDC=1`. The default is two, or one with a single source. */
function readMinimum(value: string | undefined, count: number): RatesConfig["minimum"] {
  const fallback = Math.min(2, count);
  const minimum = { USDC: fallback, USDT: fallback, BTC: fallback, ETH: fallback };
  for (const word of (value ?? "").split(/[\s,]+/).filter(Boolean)) {
    const [, asset, digits] = /^(?:([A-Z]+)=)?(\d)$/.exec(word) ?? [];
    const required = Number(digits);
    const isAsset = asset === undefined || Object.hasOwn(minimum, asset);
    if (!isAsset || !(required >= 1 && required <= count)) {
      throw new ConfigError(
        `CRYPTO_RATES_MINIMUM must look like "2" or "2, USDC=1", with numbers from 1 to the number of sources (${count})`,
      );
    }
    for (const each of asset === undefined ? cryptoAssets : [asset as CryptoAsset]) {
      minimum[each] = required;
    }
  }
  return minimum;
}
