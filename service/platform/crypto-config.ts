/** What payments by crypto are set up with; each reader throws {@link ConfigError} naming its setting. */
import { HDKey } from "@scure/bip32";
import { sandboxChain } from "../../contract/connectors/sandbox-chain.ts";
import { readCryptoAddress } from "../../contract/crypto-address.ts";
import {
  type CryptoAsset,
  type CryptoNetwork,
  cryptoNetworks,
} from "../../contract/crypto-networks.ts";
import type { Connector, Environment } from "./config.ts";
import { address, ConfigError, requireSealedWay, wholeNumber } from "./config-values.ts";

/** A network that is watched. */
export interface ChainConfig {
  readonly network: CryptoNetwork;
  /** A node's JSON-RPC. May hold a key: never shown or logged. */
  readonly url: string;
  /** EIP-155; a node that answers another is refused. */
  readonly chainId: number;
  /** Blocks, its own included, after which a payment counts. */
  readonly confirmations: number;
  /** Blocks after which nobody exchanges a block any more. */
  readonly settledAfter: number;
  readonly pollMs: number;
  /** A node whose newest block is older than so is behind; null where blocks come only when needed. */
  readonly mostHeadAgeMs: number | null;
  /** What the network's own coin is; null where it is none that is taken. */
  readonly coin: CryptoAsset | null;
  /** Contracts of the tokens, EIP-55. */
  readonly tokens: Readonly<Partial<Record<CryptoAsset, string>>>;
}

/** Everything that payments by crypto need. */
export interface CryptoConfig {
  readonly chains: readonly ChainConfig[];
  readonly rates: Connector;
  /** The account whose addresses are paid to: an extended public key (BIP-32). */
  readonly xpub: string;
  /** How long a customer has to send. */
  readonly paymentMs: number;
}

type KnownChain = Omit<ChainConfig, "network" | "url" | "coin">;

const minute = 60_000;

/** What is known of public networks; any of it may be set otherwise. */
const knownChains: Readonly<Partial<Record<CryptoNetwork, KnownChain>>> = {
  ethereum: {
    ...{ chainId: 1, confirmations: 12, settledAfter: 64 },
    ...{ pollMs: 4_000, mostHeadAgeMs: 5 * minute },
    tokens: {
      USDC: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      USDT: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    },
  },
  base: {
    ...{ chainId: 8453, confirmations: 20, settledAfter: 120 },
    ...{ pollMs: 2_000, mostHeadAgeMs: 2 * minute },
    tokens: { USDC: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" },
  },
  polygon: {
    ...{ chainId: 137, confirmations: 64, settledAfter: 256 },
    ...{ pollMs: 2_000, mostHeadAgeMs: 2 * minute },
    tokens: {
      USDC: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
      USDT: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
    },
  },
  arbitrum: {
    ...{ chainId: 42_161, confirmations: 40, settledAfter: 400 },
    ...{ pollMs: 2_000, mostHeadAgeMs: 2 * minute },
    tokens: {
      USDC: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      USDT: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
    },
  },
  optimism: {
    ...{ chainId: 10, confirmations: 20, settledAfter: 120 },
    ...{ pollMs: 2_000, mostHeadAgeMs: 2 * minute },
    tokens: { USDC: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85" },
  },
};

/** Polygon's own coin is not among those that are taken. */
function coinOf(network: CryptoNetwork): CryptoAsset | null {
  const assets: readonly CryptoAsset[] = cryptoNetworks[network].assets;
  return assets.includes("ETH") ? "ETH" : null;
}

/** The sandbox's chain, whose blocks come only while there is something to put in. */
function ofSandbox(sandboxUrl: string): ChainConfig {
  const { network, chainId, confirmations, tokens } = sandboxChain;
  return {
    ...{ network, chainId, confirmations, tokens, url: `${sandboxUrl}/chain/rpc` },
    coin: coinOf(network),
    ...{ settledAfter: 64, pollMs: 1_000, mostHeadAgeMs: null },
  };
}

/** Reads the settings; undefined where crypto is not set up. `rates` are the connector's, read before. */
export function cryptoConfig(
  text: (name: string) => string | undefined,
  environment: Environment,
  sandboxUrl: string,
  rates: Connector | undefined,
): CryptoConfig | undefined {
  const chainsText = text("CRYPTO_CHAINS");
  const isSandbox = environment === "sandbox";
  const chains =
    chainsText === undefined && isSandbox
      ? [ofSandbox(sandboxUrl)]
      : readChains(chainsText ?? "[]");
  const minutes = text("CRYPTO_PAYMENT_MINUTES") ?? "15";
  const paymentMs = wholeNumber("CRYPTO_PAYMENT_MINUTES", minutes, 1, 60) * minute;
  const xpub = text("CRYPTO_XPUB") ?? (isSandbox ? sandboxChain.xpub : undefined);
  if (xpub !== undefined) requirePublicKey(xpub);
  if (chains.length === 0) return undefined;
  if (!rates || xpub === undefined) {
    throw new ConfigError("CRYPTO_CHAINS, CRYPTO_RATES and CRYPTO_XPUB go together");
  }
  if (!isSandbox) {
    for (const { url } of chains) requireSealedWay("CRYPTO_CHAINS", url);
    if (chains.some(({ chainId }) => chainId === sandboxChain.chainId)) {
      throw new ConfigError("CRYPTO_CHAINS names the sandbox's chain, which production refuses");
    }
    if (xpub === sandboxChain.xpub) {
      throw new ConfigError("CRYPTO_XPUB is the sandbox's, which production refuses");
    }
  }
  return { chains, rates, xpub, paymentMs };
}

function readChains(value: string): ChainConfig[] {
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

function readChain(given: unknown): ChainConfig {
  const { network, url, tokens, ...numbers } = (given ?? {}) as Record<string, unknown>;
  const known =
    typeof network === "string" && Object.hasOwn(knownChains, network)
      ? (network as CryptoNetwork)
      : undefined;
  const defaults = known && knownChains[known];
  if (!known || !defaults) {
    const names = Object.keys(knownChains).join(", ");
    throw new ConfigError(`CRYPTO_CHAINS: the networks that can be watched are ${names}`);
  }
  if (typeof url !== "string") throw new ConfigError(`CRYPTO_CHAINS: ${known} needs a url`);
  const number = (name: "chainId" | "confirmations" | "settledAfter" | "pollMs", least: number) => {
    const found = numbers[name];
    if (found === undefined) return defaults[name];
    if (typeof found !== "number" || !Number.isSafeInteger(found) || found < least) {
      throw new ConfigError(`CRYPTO_CHAINS: ${name} of ${known} must be a whole number`);
    }
    return found;
  };
  return {
    ...{ network: known, url: address("CRYPTO_CHAINS", url) },
    ...{ chainId: number("chainId", 1), confirmations: number("confirmations", 1) },
    ...{ settledAfter: number("settledAfter", 1), pollMs: number("pollMs", 250) },
    ...{ mostHeadAgeMs: defaults.mostHeadAgeMs, coin: coinOf(known) },
    tokens: tokens === undefined ? defaults.tokens : readTokens(known, tokens),
  };
}

function readTokens(network: CryptoNetwork, given: unknown): ChainConfig["tokens"] {
  const assets: readonly string[] = cryptoNetworks[network].assets;
  return Object.fromEntries(
    Object.entries((given ?? {}) as Record<string, unknown>).map(([asset, contract]) => {
      const read =
        typeof contract === "string" ? readCryptoAddress(contract, network).address : null;
      if (!assets.includes(asset) || read === null) {
        throw new ConfigError(`CRYPTO_CHAINS: ${asset} of ${network} needs its contract's address`);
      }
      return [asset, read];
    }),
  );
}

function requirePublicKey(xpub: string): void {
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(xpub);
  } catch {
    throw new ConfigError("CRYPTO_XPUB must be an extended public key (BIP-32): xpub…");
  }
  if (key.privateKey !== null) {
    throw new ConfigError("CRYPTO_XPUB must be a public key: a private one has no place here");
  }
}
