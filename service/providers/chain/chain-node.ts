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

/** A transfer in a block. `logIndex`: -1 for the network's own coin. */
export interface MinedTransfer extends ChainTransfer, BlockPlace {
  readonly logIndex: number;
}

/** Why nothing can be said now. Nothing was changed by asking, so asking again is harmless. */
export class ChainUnavailable extends Error {
  override name = "ChainUnavailable";
}

/**
 * A node of one network, asked by JSON-RPC. Every question has a deadline; whatever is not a right
 * answer throws {@link ChainUnavailable}.
 */
export interface ChainNode {
  chainId(): Promise<number>;
  /** The newest block. */
  head(): Promise<BlockHeader>;
  /** Blocks by their numbers; null for those that the node does not have. */
  headers(numbers: readonly number[]): Promise<(BlockHeader | null)[]>;
  /**
   * Transfers of any ERC-20 token to any of the addresses, in the blocks from `from` to `to`; the chain that
   * is looked through is the one with that very block.
   */
  tokenTransfers(
    addresses: readonly string[],
    from: number,
    to: BlockHeader,
  ): Promise<MinedTransfer[]>;
  /** Digits after the point with which contracts of tokens count; null where there is no such contract. */
  tokenDecimals(contracts: readonly string[]): Promise<(number | null)[]>;
  /** What the addresses held of the network's own coin after block `at`. */
  balances(addresses: readonly string[], at: number): Promise<bigint[]>;
  /** Direct payments of the network's own coin to the addresses; those by contracts are not among them. */
  coinTransfers(addresses: ReadonlySet<string>, from: number, to: number): Promise<MinedTransfer[]>;
  /** Transfers to the addresses that wait for a block, as far as the node tells of them. */
  pendingTransfers(addresses: ReadonlySet<string>): Promise<ChainTransfer[]>;
  /** Whether these transactions may move something yet: they wait for a block, or lie in one above `above`. */
  isToCome(txHashes: readonly string[], above: number): Promise<boolean[]>;
}
