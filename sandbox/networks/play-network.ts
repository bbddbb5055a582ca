export interface PlayAsset {
  name: string;
  decimals: number;
}

export interface PlayTransfer<Asset extends PlayAsset = PlayAsset> {
  to: string;
  asset: Asset;
  baseUnits: bigint;
}

/** The payment that a link requests. `baseUnits` is null if the link has no amount. */
export interface LinkedPayment<Asset extends PlayAsset = PlayAsset> {
  to: string;
  asset: Asset;
  baseUnits: bigint | null;
}

/** Every method starts the network if needed. */
export interface PlayNetwork<Asset extends PlayAsset = PlayAsset> {
  readonly network: "ethereum" | "bitcoin";
  readonly assets: readonly Asset[];
  /** Reads a link. `real_money`: an address of a network with real money. Undefined for other networks and texts. */
  readLink(text: string): LinkedPayment<Asset> | "real_money" | undefined;
  /** Submits a transfer, which the next block contains; resolves with its transaction hash. */
  send(transfer: PlayTransfer<Asset>, feeRate?: number): Promise<string>;
  /** Replaces a pending payment with a higher fee; missing if the network cannot. */
  replace?(replacement: { transactionHash: string }): Promise<{
    transactionHash: string;
    to: string;
    baseUnits: bigint;
  }>;
  /** Makes the network drop a pending payment; missing if it cannot. */
  drop?(transactionHash: string): Promise<void>;
  /** The transaction's block; null while it is pending, undefined once it is gone. */
  blockOf(transactionHash: string): Promise<number | null | undefined>;
  height(): Promise<number>;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks, without their payments or with all of them in the first new block. */
  reorganise(depth: number, keepPayments: boolean): Promise<void>;
  /** Whether blocks are mined automatically while there is something to include or confirm. */
  readonly isMining: boolean;
  setMining(isMining: boolean): void;
  close(): Promise<void>;
}

/** Why this machine has no such network. */
export class NoNetwork extends Error {
  override name = "NoNetwork";
}

/** The network's refusal, in its own words. */
export class NetworkRefused extends Error {
  override name = "NetworkRefused";
}
