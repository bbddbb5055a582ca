import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ChainNode, KnownPending } from "../../providers/chain/index.ts";
import type { RatesProvider } from "../../providers/rates/index.ts";
import type { ChainConfig } from "./coins-settings.ts";
import type { DepositView } from "./deposit-view.ts";

/** A network that is watched, and what this process knows of it. */
export interface Chain {
  readonly config: ChainConfig;
  readonly node: ChainNode;
  /** When this process began. */
  readonly sinceMs: number;
  /** Everything that was there at this moment has been seen, by whichever service; null: nothing yet. */
  followedAtMs: number | null;
  /** The node was asked who it is, and is right. */
  isVerified: boolean;
  /** When the next round is due. */
  nextRoundAtMs: number;
  /** Until then the node is asked only if somebody waits for a payment. */
  idleUntilMs: number;
  /** Rounds in a row that failed. */
  failures: number;
  /** Why the last of them did; told anew where it is something else. */
  failure: string | null;
  /** Blocks that are asked for at once; fewer after a round that failed, for it may have been too many. */
  stride: number;
  /** What has been read, and written down, of transactions that wait for a block. */
  knownPending: KnownPending;
  /** All that waits has been read. */
  isPendingWhole: boolean;
  /** How everything stands has been found out since this process began to watch, and what each round found after it. */
  isSettled: boolean;
}

/** What became of a deposit, as whoever waits for it is told. */
export interface DepositNews {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly view: DepositView;
}

/**
 * Takes what became of a deposit. Told at least once for each change and never backwards; changes may be
 * passed over for later ones. When it throws, it is told again.
 */
export type DepositListener = (news: DepositNews) => Promise<void>;

/** How long things take; tests shorten them. */
export interface CoinsTimes {
  /** A quote can be taken up for so long. */
  readonly quoteMs: number;
  /** Nobody else watches for so long after the last sign of who does. */
  readonly leaseMs: number;
  /** A network that was not followed for so long is not offered. */
  readonly offeredMs: number;
  /** After its end a deposit is looked at for so long. */
  readonly lateMs: number;
}

/** The times of a running service. */
export const defaultCoinsTimes: CoinsTimes = {
  quoteMs: 5 * 60_000,
  leaseMs: 30_000,
  offeredMs: 60_000,
  lateMs: 7 * 24 * 60 * 60_000,
};

/** What whoever runs the service looks at. */
export interface CoinsGauges {
  /** Seconds since the network was last read to its end; since the start, where it never was. */
  behind(network: string, seconds: number): void;
  /** Payments that nobody looks for: their network is configured no more. */
  unwatched(network: string, count: number): void;
  /** A chain that was exchanged under what had been read. */
  reorganised(network: string): void;
  /** A rate that can't be true. */
  implausibleRate(asset: string): void;
}

/** What the domain is given. */
export interface CoinsDeps extends PlatformDeps {
  readonly chains: ReadonlyMap<CryptoNetwork, Chain>;
  readonly rates: RatesProvider;
  readonly times: CoinsTimes;
  /** How long a customer has to send. */
  readonly paymentMs: number;
  /** Names this process among those that could watch. */
  readonly leaseToken: string;
  /** The domain's own numbers at `/metrics`. */
  readonly gauges: CoinsGauges;
  listener: DepositListener | undefined;
  /** Asks for the telling of what has changed. */
  tellSoon: () => void;
}

/** The asset of a token's contract (null: the network's own coin) on a chain; null: nobody has named it. */
export function assetOf(
  { config }: Pick<Chain, "config">,
  token: string | null,
): CryptoAsset | null {
  if (token === null) return config.coin;
  const found = Object.entries(config.tokens).find(([, each]) => each.toLowerCase() === token);
  return (found?.[0] as CryptoAsset | undefined) ?? null;
}

/** The contract of an asset on a chain; null for the network's own coin, undefined: not there. */
export function tokenOf(
  { config }: Pick<Chain, "config">,
  asset: string,
): string | null | undefined {
  return asset === config.coin ? null : config.tokens[asset as CryptoAsset];
}
