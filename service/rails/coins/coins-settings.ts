/** Each reader throws {@link ConfigError} with the setting's name. */
import { sandboxBitcoin, sandboxChain } from "#contract/connectors/sandbox-chain";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { readCryptoAddress } from "#contract/crypto-address";
import { type CryptoAsset, type CryptoNetwork, cryptoNetworks } from "#contract/crypto-networks";
import {
  address,
  ConfigError,
  requireEncrypted,
  wholeNumber,
} from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";
import { type RatesConfig, readRatesConfig } from "../../providers/rates/index.ts";
import { bitcoinChains, bitcoinMainnet, fitsChain, readExtendedKey } from "./extended-keys.ts";

export interface ChainConfig {
  readonly network: CryptoNetwork;
  /** The node's JSON-RPC address. May contain a key or password: never show or log it. */
  readonly url: string;
  /** The chain's CAIP-2 name. A node of another chain is refused. */
  readonly chainId: string;
  /** Extended public key (BIP-32) of the account that receives payments. */
  readonly xpub: string;
  /** Required confirmations, including the payment's own block. */
  readonly confirmations: number;
  /** More confirmations for payments worth this much or more, in US dollars; ascending. */
  readonly confirmationsFrom: readonly {
    readonly fromUsd: number;
    readonly confirmations: number;
  }[];
  /** Nobody can replace a block after this many confirmations. */
  readonly settledAfter: number;
  readonly pollMs: number;
  /** A node with an older newest block is behind; null where blocks come only when needed. */
  readonly maxHeadAgeMs: number | null;
  /** Null when we do not accept the network's own coin. */
  readonly coin: CryptoAsset | null;
  /** Contracts of tokens, in EIP-55 form. */
  readonly tokens: Readonly<Partial<Record<CryptoAsset, string>>>;
  /** Satoshis per virtual byte with which a Bitcoin transaction holds the quoted rate. */
  readonly feeRates: {
    /** The lowest fee rate. A lower one is never enough. */
    readonly least: number;
    /** The fee rate that is enough when the node has no estimate. */
    readonly withoutEstimate: number;
  };
}

export interface CoinsConfig {
  readonly chains: readonly ChainConfig[];
  readonly rates: RatesConfig;
  /** How long a customer has to send. */
  readonly paymentMs: number;
}

type KnownChain = Omit<ChainConfig, "network" | "url" | "coin" | "xpub" | "feeRates">;
/** A chain as configured or known, without its account. */
type NamedChain = Omit<ChainConfig, "xpub">;

const minute = 60_000;

/** The depth of an account key: `m/purpose'/coin'/account'` (BIP-44). */
const accountDepth = 3;

function fromUsd(...table: readonly (readonly [number, number])[]) {
  return table.map(([from, confirmations]) => ({ fromUsd: from, confirmations }));
}

/**
 * 1 is the least that nodes relay (default `minrelaytxfee` of Bitcoin Core before version 29). 10: mined within two
 * hours on most days.
 */
const defaultFeeRates = { least: 1, withoutEstimate: 10 };

/** Two blocks are cheap to replace for an attacker with much to gain. */
const bitcoinConfirmations = fromUsd([1_000, 3], [10_000, 6]);

/** Defaults of public networks. Each can be set otherwise. */
const knownChains: Readonly<Partial<Record<CryptoNetwork, KnownChain>>> = {
  ethereum: {
    chainId: "eip155:1",
    confirmations: 12,
    settledAfter: 64,
    pollMs: 4_000,
    maxHeadAgeMs: 5 * minute,
    confirmationsFrom: fromUsd([10_000, 32], [100_000, 64]),
    tokens: {
      USDC: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      USDT: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    },
  },
  base: {
    chainId: "eip155:8453",
    confirmations: 20,
    settledAfter: 120,
    pollMs: 2_000,
    maxHeadAgeMs: 2 * minute,
    confirmationsFrom: fromUsd([10_000, 60], [100_000, 120]),
    tokens: { USDC: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" },
  },
  polygon: {
    chainId: "eip155:137",
    confirmations: 64,
    settledAfter: 256,
    pollMs: 2_000,
    maxHeadAgeMs: 2 * minute,
    confirmationsFrom: fromUsd([10_000, 128], [100_000, 256]),
    tokens: {
      USDC: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
      USDT: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
    },
  },
  arbitrum: {
    chainId: "eip155:42161",
    confirmations: 40,
    settledAfter: 400,
    pollMs: 2_000,
    maxHeadAgeMs: 2 * minute,
    confirmationsFrom: fromUsd([10_000, 120], [100_000, 400]),
    tokens: {
      USDC: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      USDT: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
    },
  },
  optimism: {
    chainId: "eip155:10",
    confirmations: 20,
    settledAfter: 120,
    pollMs: 2_000,
    maxHeadAgeMs: 2 * minute,
    confirmationsFrom: fromUsd([10_000, 60], [100_000, 120]),
    tokens: { USDC: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85" },
  },
  bitcoin: {
    chainId: bitcoinMainnet,
    confirmations: 2,
    settledAfter: 12,
    // Two blocks can be an hour apart, and their timestamps an hour wrong.
    pollMs: 5_000,
    maxHeadAgeMs: 180 * minute,
    confirmationsFrom: bitcoinConfirmations,
    tokens: {},
  },
};

/** We do not accept Polygon's own coin. */
function coinOf(network: CryptoNetwork): CryptoAsset | null {
  const assets: readonly CryptoAsset[] = cryptoNetworks[network].assets;
  return assets.find((asset) => asset === "ETH" || asset === "BTC") ?? null;
}

/** The sandbox's chains make blocks only while there are transactions. */
function sandboxDefault(sandboxUrl: string): NamedChain[] {
  const common = {
    settledAfter: 64,
    pollMs: 1_000,
    maxHeadAgeMs: null,
    feeRates: defaultFeeRates,
  };
  const { network, chainId, confirmations, tokens } = sandboxChain;
  const node = new URL(`${sandboxUrl}/bitcoin/rpc`);
  node.username = "tessera";
  node.password = sandboxCredentials.bitcoinNode;
  return [
    {
      network,
      chainId: `eip155:${chainId}`,
      confirmations,
      tokens,
      coin: coinOf(network),
      url: `${sandboxUrl}/chain/rpc`,
      ...common,
      confirmationsFrom: [],
    },
    {
      network: sandboxBitcoin.network,
      chainId: sandboxBitcoin.chainId,
      confirmations: sandboxBitcoin.confirmations,
      tokens: {},
      coin: "BTC",
      url: node.href,
      ...common,
      confirmationsFrom: bitcoinConfirmations,
    },
  ];
}

export interface CoinsSettings {
  /** Crypto payments; undefined when there are none. */
  coins: CoinsConfig | undefined;
}

export function coinsSettings(source: SettingsSource): Readers<CoinsSettings> {
  return { coins: () => coinsConfig(source, readRatesConfig(source)) };
}

function coinsConfig(
  { text, environment, sandboxUrl }: SettingsSource,
  rates: RatesConfig | undefined,
): CoinsConfig | undefined {
  const chainsText = text("CRYPTO_CHAINS");
  const isSandbox = environment === "sandbox";
  const chains =
    chainsText === undefined && isSandbox
      ? sandboxDefault(sandboxUrl)
      : readChains(chainsText ?? "[]");
  const minutes = text("CRYPTO_PAYMENT_MINUTES") ?? "15";
  const paymentMs = wholeNumber("CRYPTO_PAYMENT_MINUTES", minutes, 1, 60) * minute;
  if (chains.length === 0) return undefined;
  if (!rates) throw new ConfigError("CRYPTO_CHAINS needs CRYPTO_RATES");
  const own = (setting: string, sandboxDefault: string) =>
    text(setting) ?? (isSandbox ? sandboxDefault : undefined);
  const accounts = {
    CRYPTO_XPUB: own("CRYPTO_XPUB", sandboxChain.xpub),
    CRYPTO_BITCOIN_XPUB: own("CRYPTO_BITCOIN_XPUB", sandboxBitcoin.xpub),
  };
  const withAccounts = chains.map((chain): ChainConfig => {
    const setting = chain.network === "bitcoin" ? "CRYPTO_BITCOIN_XPUB" : "CRYPTO_XPUB";
    const xpub = accounts[setting];
    if (xpub === undefined) {
      throw new ConfigError(`CRYPTO_CHAINS with ${chain.network} needs ${setting}`);
    }
    requirePublicKey(setting, xpub, chain.chainId);
    return { ...chain, xpub };
  });
  if (!isSandbox) withAccounts.forEach(refuseSandboxChain);
  return { chains: withAccounts, rates, paymentMs };
}

/** Production refuses the sandbox's chains and keys, and unencrypted connections to nodes. */
function refuseSandboxChain({ network, url, chainId, xpub }: ChainConfig): void {
  requireEncrypted("CRYPTO_CHAINS", url);
  if ([`eip155:${sandboxChain.chainId}`, sandboxBitcoin.chainId].includes(chainId)) {
    throw new ConfigError("CRYPTO_CHAINS has the sandbox's chain, which production refuses");
  }
  if ([sandboxChain.xpub, sandboxBitcoin.xpub].some((each) => each === xpub)) {
    const setting = network === "bitcoin" ? "CRYPTO_BITCOIN_XPUB" : "CRYPTO_XPUB";
    throw new ConfigError(`${setting} is the sandbox's, which production refuses`);
  }
}

function readChains(value: string): NamedChain[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new ConfigError("CRYPTO_CHAINS must be JSON: a list of {network, url}");
  }
  const chains = (Array.isArray(parsed) ? parsed : [parsed]).map(readChain);
  if (new Set(chains.map(({ network }) => network)).size < chains.length) {
    throw new ConfigError("CRYPTO_CHAINS names a network twice");
  }
  return chains;
}

function readChain(given: unknown): NamedChain {
  const { network, url, chainId, tokens, confirmationsFrom, ...numbers } = (given ?? {}) as Record<
    string,
    unknown
  >;
  const known =
    typeof network === "string" && Object.hasOwn(knownChains, network)
      ? (network as CryptoNetwork)
      : undefined;
  const defaults = known && knownChains[known];
  if (!known || !defaults) {
    const names = Object.keys(knownChains).join(", ");
    throw new ConfigError(`CRYPTO_CHAINS: the supported networks are ${names}`);
  }
  if (typeof url !== "string") throw new ConfigError(`CRYPTO_CHAINS: ${known} needs a url`);
  const { confirmations, settledAfter, pollMs } = defaults;
  const defaultNumbers = {
    confirmations,
    settledAfter,
    pollMs,
    leastFeeRate: defaultFeeRates.least,
    feeRateWithoutEstimate: defaultFeeRates.withoutEstimate,
  };
  const number = (name: keyof typeof defaultNumbers, min: number) => {
    const found = numbers[name];
    if (found === undefined) return defaultNumbers[name];
    if (typeof found !== "number" || !Number.isSafeInteger(found) || found < min) {
      throw new ConfigError(`CRYPTO_CHAINS: ${name} of ${known} must be a whole number`);
    }
    return found;
  };
  return {
    network: known,
    url: address("CRYPTO_CHAINS", url),
    chainId: readChainId(known, chainId),
    confirmations: number("confirmations", 1),
    settledAfter: number("settledAfter", 1),
    pollMs: number("pollMs", 250),
    feeRates: {
      least: number("leastFeeRate", 1),
      withoutEstimate: number("feeRateWithoutEstimate", 1),
    },
    maxHeadAgeMs: defaults.maxHeadAgeMs,
    coin: coinOf(known),
    confirmationsFrom:
      confirmationsFrom === undefined
        ? defaults.confirmationsFrom
        : readConfirmationsFrom(known, confirmationsFrom),
    tokens: tokens === undefined ? defaults.tokens : readTokens(known, tokens),
  };
}

/** `{"1000": 3, "10000": 6}`: US dollars → confirmations. `{}`: the same for every amount. */
function readConfirmationsFrom(
  network: CryptoNetwork,
  given: unknown,
): ChainConfig["confirmationsFrom"] {
  const isTable = typeof given === "object" && given !== null && !Array.isArray(given);
  const table = isTable ? Object.entries(given as Record<string, unknown>) : [["", 0] as const];
  return table
    .map(([from, confirmations]) => {
      const isValid =
        /^\d{1,9}$/.test(from) && typeof confirmations === "number" && confirmations >= 1;
      if (!isValid || !Number.isSafeInteger(confirmations)) {
        throw new ConfigError(
          `CRYPTO_CHAINS: confirmationsFrom of ${network} must be like {"1000": 3, "10000": 6}`,
        );
      }
      return { fromUsd: Number(from), confirmations };
    })
    .sort((one, other) => one.fromUsd - other.fromUsd);
}

function readTokens(network: CryptoNetwork, given: unknown): ChainConfig["tokens"] {
  const assets: readonly string[] = cryptoNetworks[network].assets;
  return Object.fromEntries(
    Object.entries((given ?? {}) as Record<string, unknown>).map(([asset, contract]) => {
      const read =
        typeof contract === "string" ? readCryptoAddress(contract, network).address : null;
      if (!assets.includes(asset) || read === null) {
        throw new ConfigError(`CRYPTO_CHAINS: ${asset} of ${network} needs a contract address`);
      }
      return [asset, read];
    }),
  );
}

/** An EIP-155 number or a CAIP-2 name. Default: the public network. */
function readChainId(network: CryptoNetwork, given: unknown): string {
  const known = knownChains[network]?.chainId ?? "";
  if (given === undefined) return known;
  const name = typeof given === "number" ? `eip155:${given}` : given;
  const isName =
    network === "bitcoin"
      ? typeof name === "string" && Object.hasOwn(bitcoinChains, name)
      : typeof name === "string" && /^eip155:[1-9]\d{0,15}$/.test(name);
  if (typeof name !== "string" || !isName) {
    throw new ConfigError(`CRYPTO_CHAINS: chainId of ${network} must be like ${known} (CAIP-2)`);
  }
  return name;
}

function requirePublicKey(setting: string, text: string, chainId: string): void {
  let key: ReturnType<typeof readExtendedKey>;
  try {
    key = readExtendedKey(text);
  } catch {
    throw new ConfigError(`${setting} must be an extended public key (BIP-32): xpub…`);
  }
  if (key.privateKey !== null) {
    throw new ConfigError(`${setting} must be a public key, not a private one`);
  }
  // Wallets look for money only below an account key.
  if (key.depth !== accountDepth) {
    throw new ConfigError(
      `${setting} must be an account key, such as m/84'/0'/0' (depth 3); this one has depth ${key.depth}`,
    );
  }
  if (!fitsChain(text, chainId)) {
    throw new ConfigError(`${setting} is an extended public key of another network`);
  }
}
