/** The parts of a block header that the watcher needs. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestampMs: number;
}

/** The block of a transfer. */
export interface BlockPlace {
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** A transfer to an address. Addresses are in lower case, amounts in base units. */
export interface ChainTransfer {
  readonly txHash: string;
  /** The token's contract; null for the network's own coin. */
  readonly token: string | null;
  readonly to: string;
  readonly amount: bigint;
}

/**
 * A transfer in a block. `logIndex` identifies it within its transaction: the index of a token's event or of a
 * Bitcoin output; -1 for the own coin of a network of Ethereum's kind.
 */
export interface MinedTransfer extends ChainTransfer, BlockPlace {
  readonly logIndex: number;
  /** The address that sent it, in lower case, where the record names it. Bitcoin's and a contract's coin have none. */
  readonly from?: string;
}

/** The node has no usable answer now. Asking changes nothing, so asking again is safe. */
export class ChainUnavailable extends Error {
  override name = "ChainUnavailable";
}

/** The node was reached and refused the question. */
export class ChainRefused extends ChainUnavailable {
  override name = "ChainRefused";
}

/** How often each pending transaction was read, by hash, for nodes that need a question for each. */
export type KnownPending = ReadonlyMap<string, number>;

/** A transfer in the mempool. `sinceMs` is when the node received it; null when unknown. */
export interface PendingTransfer extends ChainTransfer {
  readonly sinceMs: number | null;
  /**
   * Whether the node expects a block soon with this fee. True on networks where fees do not matter; false when
   * the node does not report the fee.
   */
  readonly paysEnough: boolean;
}

/** Pending transfers, and what counts as known once they are written down. */
export interface PendingTransfers {
  readonly transfers: readonly PendingTransfer[];
  readonly known: KnownPending;
  /** Whether everything that the node lists was read; otherwise there may be more. */
  readonly isWhole: boolean;
}

/** Transactions that an address sent in the blocks after `after` up to `to`, from number `first` to before `end`. */
export interface SentRange {
  readonly after: number;
  readonly to: number;
  readonly first: number;
  readonly end: number;
}

/** What transactions took from their sender. `total` includes the fees. */
export interface CoinSpent {
  readonly total: bigint;
  readonly fees: bigint;
}

/** A coin that contracts can send without a record of the receiver. It is detected by the balance. */
export interface UnrecordedCoin {
  /** Returns the addresses' balances after block `at`. */
  balances(addresses: readonly string[], at: number): Promise<bigint[]>;
  /** Returns how many transactions the addresses had sent after block `at`. */
  sentCounts(addresses: readonly string[], at: number): Promise<number[]>;
  /** Returns what these transactions took from the address; null when the node cannot tell. */
  spent(address: string, range: SentRange): Promise<CoinSpent | null>;
  /** Returns direct payments to the addresses. Payments by contracts are not included. */
  transfers(addresses: ReadonlySet<string>, from: number, to: number): Promise<MinedTransfer[]>;
}

/**
 * A client of one network's node, by JSON-RPC. Every call has a deadline. A response that is not usable
 * throws {@link ChainUnavailable}.
 */
export interface ChainNode {
  /** Blocks per call of `transfers`. */
  readonly maxBlocks: number;
  /** Returns the CAIP-2 name of the chain: `eip155:1`, `bip122:000000000019d6689c085ae165831e93`. */
  chainId(): Promise<string>;
  /** Returns the newest block. */
  head(): Promise<BlockHeader>;
  /** Returns blocks by number; null for those that the node does not have. */
  headers(numbers: readonly number[]): Promise<(BlockHeader | null)[]>;
  /**
   * Returns all recorded transfers to the addresses in the blocks from `from` to `to`: of any ERC-20 token on
   * networks of Ethereum's kind, all transfers on Bitcoin. The answer is for the chain with this very
   * block `to`.
   */
  transfers(addresses: readonly string[], from: number, to: BlockHeader): Promise<MinedTransfer[]>;
  /** Returns the decimals of token contracts; null where there is no such contract. */
  tokenDecimals(contracts: readonly string[]): Promise<(number | null)[]>;
  /** The network's own coin, if transfers of it can be without a record; else null. */
  readonly unrecordedCoin: UnrecordedCoin | null;
  /**
   * Returns pending transfers to the addresses, as far as the node lists them. Those that `known` marks as read
   * can be missing.
   */
  pendingTransfers(addresses: ReadonlySet<string>, known: KnownPending): Promise<PendingTransfers>;
  /** Whether each transaction can still arrive: it is pending, or in a block above `above`. */
  canStillArrive(txHashes: readonly string[], above: number): Promise<boolean[]>;
}
