/** What the watcher needs of a block header. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestampMs: number;
}

export interface BlockPlace {
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** A transfer to an address. Addresses are lower case, amounts in base units. */
export interface ChainTransfer {
  readonly txHash: string;
  /** The token's contract; null for the network's own coin. */
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
}

/**
 * A transfer in a block. `logIndex` identifies it within its transaction: a token's event, a Bitcoin output, or -1 for
 * an Ethereum-like network's own coin.
 */
export interface MinedTransfer extends ChainTransfer, BlockPlace {
  readonly logIndex: number;
  /** The sender in lower case, if the record names it. Transfers of Bitcoin, and of coins by contracts, have none. */
  readonly from?: string;
}

/** The node has no usable response now. Asking again is safe. */
export class ChainUnavailable extends Error {
  override name = "ChainUnavailable";
}

/** The node was reached and refused. */
export class ChainRefused extends ChainUnavailable {
  override name = "ChainRefused";
}

/** The node returns more than we read, and would again. */
export class ChainTooLong extends ChainUnavailable {
  override name = "ChainTooLong";
}

/** How often each pending transaction was read, by hash. For nodes that need a call for each transaction. */
export type KnownPending = ReadonlyMap<string, number>;

/** A transfer in the mempool. The node received it at `sinceMs`; null if unknown. */
export interface PendingTransfer extends ChainTransfer {
  readonly sinceMs: number | null;
  /**
   * Whether the node expects a block soon with this fee. True where fees do not matter; false if the node reports no
   * fee.
   */
  readonly paysEnough: boolean;
}

/** Pending transfers, and the `known` value for the next call once the transfers are stored. */
export interface PendingTransfers {
  readonly transfers: readonly PendingTransfer[];
  readonly known: KnownPending;
  /** Whether everything that the node lists was read. */
  readonly isWhole: boolean;
}

/** An address's transactions in the blocks after `after` up to `to`, from number `first` to before `end`. */
export interface SentRange {
  readonly after: number;
  readonly to: number;
  readonly first: number;
  readonly end: number;
}

/** What transactions took from their sender. `total` includes fees. */
export interface CoinSpent {
  readonly total: bigint;
  readonly fees: bigint;
}

/** A coin that contracts can send without a record of the receiver. Balances reveal it. */
export interface UnrecordedCoin {
  /** The balances after block `at`. */
  balances(addresses: readonly string[], at: number): Promise<bigint[]>;
  /** The numbers of transactions sent up to block `at`. */
  sentCounts(addresses: readonly string[], at: number): Promise<number[]>;
  /** What these transactions took from the address; null if the node cannot tell. */
  spent(address: string, range: SentRange): Promise<CoinSpent | null>;
  /** Direct payments to the addresses, without payments by contracts. */
  transfers(addresses: ReadonlySet<string>, from: number, to: number): Promise<MinedTransfer[]>;
}

/**
 * A client of one network's node, by JSON-RPC. Every call has a deadline. An unusable response throws
 * {@link ChainUnavailable}.
 */
export interface ChainNode {
  /** Maximum number of blocks in one call of `transfers`. */
  readonly maxBlocks: number;
  /** The chain's CAIP-2 name: `eip155:1`, `bip122:000000000019d6689c085ae165831e93`. */
  chainId(): Promise<string>;
  head(): Promise<BlockHeader>;
  /** Reads block headers; null for blocks that the node does not have. */
  headers(numbers: readonly number[]): Promise<(BlockHeader | null)[]>;
  /**
   * Recorded transfers to the addresses in the blocks `from` to `to`: ERC-20 tokens on Ethereum-like networks, all
   * transfers on Bitcoin. The result belongs to the chain that contains exactly this block `to`.
   */
  transfers(addresses: readonly string[], from: number, to: BlockHeader): Promise<MinedTransfer[]>;
  /** Reads the decimals of tokens; null where there is no token contract. */
  tokenDecimals(contracts: readonly string[]): Promise<(number | null)[]>;
  /** The network's own coin, if transfers can lack a record; else null. */
  readonly unrecordedCoin: UnrecordedCoin | null;
  /** Pending transfers that the node lists. Those that `known` marks as read can be missing. */
  pendingTransfers(addresses: ReadonlySet<string>, known: KnownPending): Promise<PendingTransfers>;
  /** Whether each transaction is pending, or in a block above `above`. */
  canStillArrive(txHashes: readonly string[], above: number): Promise<boolean[]>;
}
