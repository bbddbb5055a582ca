import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ChainNode, KnownPending } from "../../providers/chain/index.ts";
import type { RatesProvider } from "../../providers/rates/index.ts";
import type { ChainConfig } from "./coins-settings.ts";
import type { DepositView } from "./deposit-view.ts";

export interface Chain {
  readonly config: ChainConfig;
  readonly node: ChainNode;
  /** When this process started. */
  readonly sinceMs: number;
  /** Everything that existed at this time has been read, by any process; null before the first round. */
  followedAtMs: number | null;
  /** The node has proved to be of the configured chain. */
  isVerified: boolean;
  nextRoundAtMs: number;
  /** Until this time, rounds ask the node only if a payment waits. */
  idleUntilMs: number;
  /** The number of failures in a row. */
  failures: number;
  /** Message of the last failure; logged again only when it changes. */
  failure: string | null;
  /** Blocks per request; smaller after a failed round, which may have asked for too many. */
  stride: number;
  /** Pending transactions that were read and stored. */
  knownPending: KnownPending;
  /** Whether all pending transactions were read. */
  isPendingWhole: boolean;
  /** False from when this process becomes the leader until it has assessed the deposits, and during each round. */
  isSettled: boolean;
}

export interface DepositUpdate {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly view: DepositView;
}

/**
 * Gets each change of a deposit at least once and in order; an update can skip earlier ones. If it throws, it gets the
 * update again.
 */
export type DepositListener = (update: DepositUpdate) => Promise<void>;

/** Times in milliseconds; tests shorten them. */
export interface CoinsTimes {
  /** How long a quote can be used. */
  readonly quoteMs: number;
  /** How long a silent leader keeps the lease. */
  readonly leaseMs: number;
  /** A network that was not followed for this long is not offered. */
  readonly offeredMs: number;
  /** How long a deposit is still checked after its end. */
  readonly lateMs: number;
}

export const defaultCoinsTimes: CoinsTimes = {
  quoteMs: 5 * 60_000,
  leaseMs: 30_000,
  offeredMs: 60_000,
  lateMs: 7 * 24 * 60 * 60_000,
};

export interface CoinsGauges {
  /** Reports the time since the network was last read to its newest block, or since the start. */
  behind(network: string, seconds: number): void;
  /** Reports payments on a network that is no longer configured: nobody watches them. */
  unwatched(network: string, count: number): void;
  /** Counts reorganisations of blocks that had been read. */
  reorganised(network: string): void;
  /** Counts rates that cannot be right. */
  implausibleRate(asset: string): void;
}

export interface CoinsDeps extends PlatformDeps {
  readonly chains: ReadonlyMap<CryptoNetwork, Chain>;
  readonly rates: RatesProvider;
  readonly times: CoinsTimes;
  /** How long a customer has to send. */
  readonly paymentMs: number;
  /** Identifies this process among those that can hold the lease. */
  readonly leaseToken: string;
  readonly gauges: CoinsGauges;
  listener: DepositListener | undefined;
  /** Starts reporting changes now. */
  reportSoon: () => void;
}

/** The asset of a token; null for an unknown one. `token` null: the network's own coin. */
export function assetOf(
  { config }: Pick<Chain, "config">,
  token: string | null,
): CryptoAsset | null {
  if (token === null) return config.coin;
  const found = Object.entries(config.tokens).find(([, each]) => each.toLowerCase() === token);
  return (found?.[0] as CryptoAsset | undefined) ?? null;
}

/** An asset's contract on a chain; null for the network's own coin, undefined when it is not available there. */
export function tokenOf(
  { config }: Pick<Chain, "config">,
  asset: string,
): string | null | undefined {
  return asset === config.coin ? null : config.tokens[asset as CryptoAsset];
}
