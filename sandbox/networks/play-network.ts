/** An asset that a play network's wallet can send. */
export interface PlayAsset {
  name: string;
  decimals: number;
}

/** A transfer by a tester. */
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

/** Common features of the sandbox's networks. Every method starts the network if needed. */
export interface PlayNetwork<Asset extends PlayAsset = PlayAsset> {
  readonly network: "ethereum" | "bitcoin";
  readonly assets: readonly Asset[];
  /**
   * Reads a payment link or a bare address. `real_money`: an address of a network with real money.
   * Undefined for anything outside this network.
   */
  readLink(text: string): LinkedPayment<Asset> | "real_money" | undefined;
  /** Submits a transfer and resolves with its transaction hash. The next block contains it. */
  send(transfer: PlayTransfer<Asset>, feeRate?: number): Promise<string>;
  /** Replaces a pending payment with a higher fee; missing if the network cannot. */
  replace?(replacement: { transactionHash: string }): Promise<{
    transactionHash: string;
    to: string;
    baseUnits: bigint;
  }>;
  /** Makes the network drop a pending payment; missing if it cannot. */
  drop?(transactionHash: string): Promise<void>;
  /** Returns the transaction's block; null while it is pending, undefined if it is gone. */
  blockOf(transactionHash: string): Promise<number | null | undefined>;
  height(): Promise<number>;
  /** Mines that many blocks. */
  mine(blocks: number): Promise<void>;
  /**
   * Replaces the newest `depth` blocks, without their payments or, if requested, with all of them
   * in the first new block.
   */
  reorganise(depth: number, keepPayments: boolean): Promise<void>;
  /** Whether blocks are mined automatically while there is something to include or confirm. */
  readonly isMining: boolean;
  setMining(isMining: boolean): void;
  close(): Promise<void>;
}

/** Why there is no such network on this machine. */
export class NoNetwork extends Error {
  override name = "NoNetwork";
}

/** The network's refusal, in its own words. */
export class NetworkRefused extends Error {
  override name = "NetworkRefused";
}
