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
  /** Some process has read everything up to this time; null before the first round. */
  followedAtMs: number | null;
  /** Whether the node belongs to the configured chain, which its first round checks. */
  isVerified: boolean;
  nextRoundAtMs: number;
  /** Until this time, rounds call the node only if a payment is waiting. */
  idleUntilMs: number;
  /** Failures in a row. */
  failures: number;
  /** The last failure's message, which is logged only when it changes. */
  failure: string | null;
  /** Blocks per request; smaller after a failed one, which may have asked for too many. */
  readonly strides: { close: number; ended: number };
  /** Pending transactions that are already stored. */
  knownPending: KnownPending;
  /** Whether all pending transactions have been read. */
  isPendingComplete: boolean;
  /** False during each round, and after a change of leader until the deposits have been assessed. */
  isSettled: boolean;
}

export interface DepositUpdate {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly view: DepositView;
}

/**
 * Receives a deposit's changes in order and at least once. An update can skip earlier ones. If the listener throws, it
 * receives the update again.
 */
export type DepositListener = (update: DepositUpdate) => Promise<void>;

/** Times in milliseconds; tests shorten them. */
export interface CoinsTimes {
  /** A quote's lifetime. */
  readonly quoteMs: number;
  /** A silent leader loses the lease after this time. */
  readonly leaseMs: number;
  /** A network is not offered if it was last read longer ago than this. */
  readonly offeredMs: number;
  /** A deposit is still checked for this long after its end. */
  readonly lateMs: number;
}

export const defaultCoinsTimes: CoinsTimes = {
  quoteMs: 5 * 60_000,
  leaseMs: 30_000,
  offeredMs: 60_000,
  lateMs: 7 * 24 * 60 * 60_000,
};

export interface CoinsGauges {
  /** Reports the time since the network's newest block was read, or since the start. */
  behind(network: string, seconds: number): void;
  /** Reports payments on a network that is no longer configured, so that no process watches them. */
  unwatched(network: string, count: number): void;
  /** Counts reorganizations that replaced blocks already read. */
  reorganised(network: string): void;
  /** Counts rates that cannot be right. */
  implausibleRate(asset: string): void;
}

export interface CoinsDeps extends PlatformDeps {
  readonly chains: ReadonlyMap<CryptoNetwork, Chain>;
  readonly rates: RatesProvider;
  readonly times: CoinsTimes;
  /** The customer's time to send the money. */
  readonly paymentMs: number;
  /** Identifies this process among those that can hold the lease. */
  readonly leaseToken: string;
  readonly gauges: CoinsGauges;
  listener: DepositListener | undefined;
  /** Starts reporting changes now. */
  reportSoon: () => void;
}

/** The asset of a token, or null if unknown. A null `token` is the network's own coin. */
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
