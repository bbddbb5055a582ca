/** A block as far as the watcher needs it. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestampMs: number;
}

/** Where a transfer stands in the chain. */
export interface BlockPlace {
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** Money that went to an address. Addresses are in lower case, amounts in base units. */
export interface ChainTransfer {
  readonly txHash: string;
  /** The token's contract; null for the network's own coin. */
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
}

/**
 * A transfer in a block. `logIndex`: which one of its transaction it is (an event of a token, an output of
 * Bitcoin); -1 for coin that a transaction of Ethereum's kind brings as such.
 */
export interface MinedTransfer extends ChainTransfer, BlockPlace {
  readonly logIndex: number;
}

/** Why nothing can be said now. Nothing was changed by asking, so asking again is harmless. */
export class ChainUnavailable extends Error {
  override name = "ChainUnavailable";
}

/** The node was reached, and does not answer this question. */
export class ChainRefused extends ChainUnavailable {
  override name = "ChainRefused";
}

/** How often transactions that wait have been read, by their hashes: where it takes a question for each. */
export type KnownPending = ReadonlyMap<string, number>;

/** A transfer that waits for its block; `sinceMs`: since when the node has had it; null where it does not say. */
export interface PendingTransfer extends ChainTransfer {
  readonly sinceMs: number | null;
  /**
   * Whether its fee is one with which the node expects a block soon. True where fees don't decide; false
   * where they do and the node does not tell.
   */
  readonly paysEnough: boolean;
}

/** What waits for a block, and what is to be known once that was written down. */
export interface PendingTransfers {
  readonly transfers: readonly PendingTransfer[];
  readonly known: KnownPending;
  /** All that is told of what waits has been read; otherwise there may be more. */
  readonly isWhole: boolean;
}

/** Transactions that an address has sent: from its `first` to the one before `end`, in the blocks after `after` up to `to`. */
export interface SentRange {
  readonly after: number;
  readonly to: number;
  readonly first: number;
  readonly end: number;
}

/** What transactions took from whoever sent them; fees are part of the total. */
export interface CoinSpent {
  readonly total: bigint;
  readonly fees: bigint;
}

/** Coin that contracts can send without anything that names the receiver: it is told from what is held. */
export interface UnrecordedCoin {
  /** What the addresses held of it after block `at`. */
  balances(addresses: readonly string[], at: number): Promise<bigint[]>;
  /** How many transactions the addresses had sent after block `at`. */
  sentCounts(addresses: readonly string[], at: number): Promise<number[]>;
  /** What these transactions took from the address; null where the node can't tell. */
  spent(address: string, range: SentRange): Promise<CoinSpent | null>;
  /** Direct payments of it to the addresses; those by contracts are not among them. */
  transfers(addresses: ReadonlySet<string>, from: number, to: number): Promise<MinedTransfer[]>;
}

/**
 * A node of one network, asked by JSON-RPC. Every question has a deadline; whatever is not a right
 * answer throws {@link ChainUnavailable}.
 */
export interface ChainNode {
  /** Blocks that can be read at once. */
  readonly maxBlocks: number;
  /** Which chain it is of, as CAIP-2 names it: `eip155:1`, `bip122:000000000019d6689c085ae165831e93`. */
  chainId(): Promise<string>;
  /** The newest block. */
  head(): Promise<BlockHeader>;
  /** Blocks by their numbers; null for those that the node does not have. */
  headers(numbers: readonly number[]): Promise<(BlockHeader | null)[]>;
  /**
   * Every transfer to any of the addresses that the blocks from `from` to `to` keep a record of: on networks
   * of Ethereum's kind those of any ERC-20 token, on Bitcoin all. The chain that is looked through is the
   * one with that very block `to`.
   */
  transfers(addresses: readonly string[], from: number, to: BlockHeader): Promise<MinedTransfer[]>;
  /** Digits after the point with which contracts of tokens count; null where there is no such contract. */
  tokenDecimals(contracts: readonly string[]): Promise<(number | null)[]>;
  /** The network's own coin, where it can come without a record; null where there is one of every transfer. */
  readonly unrecordedCoin: UnrecordedCoin | null;
  /**
   * Transfers to the addresses that wait for a block, as far as the node tells of them; those that `known`
   * says have been read may be left out.
   */
  pendingTransfers(addresses: ReadonlySet<string>, known: KnownPending): Promise<PendingTransfers>;
  /** Whether these transactions may move something yet: they wait for a block, or lie in one above `above`. */
  canStillArrive(txHashes: readonly string[], above: number): Promise<boolean[]>;
}
