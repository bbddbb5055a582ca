/** Something that a play network's wallet can send. */
export interface PlayAsset {
  name: string;
  decimals: number;
}

/** A money transfer that a tester makes. */
export interface PlayTransfer<Asset extends PlayAsset = PlayAsset> {
  to: string;
  asset: Asset;
  baseUnits: bigint;
}

/** What a payment link asks for. `baseUnits`: null where it names no amount. */
export interface LinkedPayment<Asset extends PlayAsset = PlayAsset> {
  to: string;
  asset: Asset;
  baseUnits: bigint | null;
}

/** What both of the sandbox's networks can do for a tester. Every method starts one that does not run. */
export interface PlayNetwork<Asset extends PlayAsset = PlayAsset> {
  readonly network: "ethereum" | "bitcoin";
  readonly assets: readonly Asset[];
  /**
   * Reads a payment link or a bare address. `real_money`: it is one of a network where money is real.
   * Undefined for what is none of this network's.
   */
  readLink(text: string): LinkedPayment<Asset> | "real_money" | undefined;
  /** Hands a transfer in; resolves to its transaction hash. It is in a block once one is made. */
  send(transfer: PlayTransfer<Asset>, feeRate?: number): Promise<string>;
  /** Pays with a higher fee what a waiting payment pays; left out where payments can't be replaced. */
  replace?(replacement: { transactionHash: string }): Promise<{
    transactionHash: string;
    to: string;
    baseUnits: bigint;
  }>;
  /** The network forgets a waiting payment; left out where it does not. */
  drop?(transactionHash: string): Promise<void>;
  /** The block that it is in; null while it waits for one, undefined when it is gone. */
  blockOf(transactionHash: string): Promise<number | null | undefined>;
  height(): Promise<number>;
  /** Makes so many blocks. */
  mine(blocks: number): Promise<void>;
  /**
   * Exchanges the newest `depth` blocks for as many others, without their payments or, if asked, with
   * all of them in the first.
   */
  reorganise(depth: number, keepPayments: boolean): Promise<void>;
  /** Whether blocks are made by themselves while there is something to put in or to confirm. */
  readonly isMining: boolean;
  setMining(isMining: boolean): void;
  close(): Promise<void>;
}

/** Why there is no such network on this machine. */
export class NoNetwork extends Error {
  override name = "NoNetwork";
}

/** What the network refused, in its own words. */
export class NetworkRefused extends Error {
  override name = "NetworkRefused";
}
