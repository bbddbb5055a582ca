import { type BitcoinBlock, genesisBlock, readBlock, type WrittenBlock } from "./block.ts";
import { type BitcoinTransaction, keyOf, type OutPoint, readTransaction } from "./transaction.ts";

/** An output that nobody has spent. */
export interface Coin extends OutPoint {
  amount: bigint;
  script: Uint8Array;
  /** Of the block that it came with; null while its transaction waits for one. */
  height: number | null;
  isCoinbase: boolean;
}

/** A block with its place. */
export interface PlacedBlock extends BitcoinBlock {
  height: number;
  /** Median of the times of the last eleven blocks, this one too (BIP-113). */
  medianTime: number;
  /** What its transactions have spent, one list each. */
  spent: Coin[][];
}

/** A transaction that waits for a block. */
export interface PendingTransaction {
  transaction: BitcoinTransaction;
  /** Seconds since 1970, and how high the chain was, when it came. */
  time: number;
  height: number;
  fee: bigint;
  spent: Coin[];
}

/** All that ever happens here; told again in the same order, it leads to the same place. */
export type LedgerEvent =
  /** The newest `instead` blocks are given up, and these follow. */
  | { kind: "blocks"; instead: number; blocks: WrittenBlock[] }
  | { kind: "accepted"; transaction: string; time: number }
  | { kind: "dropped"; txid: string };

/**
 * What a node knows: the chain of blocks, those that were given up, the coins, and what waits.
 *
 * Always holds: every coin comes from a block of the chain and was not spent there; every input of what
 * waits is such a coin or an output of something that came before it, and no two spend the same.
 */
export class Ledger {
  readonly #chain: PlacedBlock[] = [];
  readonly #blocks = new Map<string, PlacedBlock>();
  readonly #coins = new Map<string, Coin>();
  #pending = new Map<string, PendingTransaction>();

  constructor() {
    const genesis = genesisBlock();
    const { time } = genesis.header;
    // Its coin is none: it can't be spent.
    this.#place({ ...genesis, height: 0, medianTime: time, spent: [[]] });
  }

  get tip(): PlacedBlock {
    return this.#chain.at(-1) as PlacedBlock;
  }

  at(height: number): PlacedBlock | undefined {
    return this.#chain[height];
  }

  /** Also one that was given up. */
  block(hash: string): PlacedBlock | undefined {
    return this.#blocks.get(hash);
  }

  isOnChain(block: PlacedBlock): boolean {
    return this.#chain[block.height] === block;
  }

  /** The block of the chain that holds the transaction. */
  blockOf(txid: string): PlacedBlock | undefined {
    return this.#chain.findLast(({ transactions }) =>
      transactions.some((each) => each.txid === txid),
    );
  }

  /** What waits, in the order of its coming: what is spent comes before what spends it. */
  pending(): PendingTransaction[] {
    return [...this.#pending.values()];
  }

  waiting(txid: string): PendingTransaction | undefined {
    return this.#pending.get(txid);
  }

  /** Outputs of blocks that no block has spent. */
  coins(): Iterable<Coin> {
    return this.#coins.values();
  }

  /** An output that a block has brought, or that waits; whether something that waits spends it or not. */
  coin(point: OutPoint): Coin | undefined {
    return this.#coins.get(keyOf(point)) ?? this.#pendingCoin(point);
  }

  /** Which waiting transaction spends the output. */
  spenderOf(point: OutPoint): PendingTransaction | undefined {
    return this.pending().find(({ transaction }) =>
      transaction.inputs.some((input) => keyOf(input) === keyOf(point)),
    );
  }

  /** The waiting transaction and those that spend its outputs, theirs, and so on. */
  withDescendants(txid: string): PendingTransaction[] {
    const found = new Set([txid]);
    return this.pending().filter(({ transaction }) => {
      if (transaction.inputs.some((input) => found.has(input.txid))) found.add(transaction.txid);
      return found.has(transaction.txid);
    });
  }

  /** Lets it happen. Throws for what can't follow on what was. */
  apply(event: LedgerEvent): void {
    switch (event.kind) {
      case "blocks":
        for (let count = 0; count < event.instead; count += 1) this.#disconnect();
        for (const block of event.blocks) this.#connect(readBlock(block));
        break;
      case "accepted":
        this.#accept(event.transaction, event.time);
        break;
      case "dropped":
        this.#pending.delete(event.txid);
        break;
    }
    this.#sweep();
  }

  #accept(text: string, time: number): void {
    const transaction = readTransaction(text);
    if (!transaction) throw new Error("what was taken is no transaction");
    for (const input of transaction.inputs) {
      const rival = this.spenderOf(input);
      if (rival) this.#pending.delete(rival.transaction.txid);
    }
    const spent = this.#spentBy(transaction, (input) => this.coin(input));
    const fee = amountOf(spent) - amountOf(transaction.outputs);
    const { height } = this.tip;
    this.#pending.set(transaction.txid, { transaction, time, height, fee, spent });
  }

  #connect(block: BitcoinBlock): void {
    if (block.header.previous !== this.tip.hash) throw new Error(`${block.hash} follows no block`);
    const height = this.tip.height + 1;
    const spent = block.transactions.map((transaction) => {
      const coins = this.#spentBy(transaction, (input) => this.#coins.get(keyOf(input)));
      for (const coin of coins) this.#coins.delete(keyOf(coin));
      for (const coin of coinsOf(transaction, height)) this.#coins.set(keyOf(coin), coin);
      this.#pending.delete(transaction.txid);
      return coins;
    });
    this.#place({ ...block, height, medianTime: this.#medianTime(block.header.time), spent });
  }

  #disconnect(): void {
    const block = this.tip;
    if (block.height === 0) throw new Error("the first block stays");
    this.#chain.pop();
    for (const [index, transaction] of [...block.transactions.entries()].toReversed()) {
      for (const coin of coinsOf(transaction, block.height)) this.#coins.delete(keyOf(coin));
      for (const coin of block.spent[index] ?? []) this.#coins.set(keyOf(coin), coin);
    }
  }

  #place(block: PlacedBlock): void {
    this.#chain.push(block);
    this.#blocks.set(block.hash, block);
  }

  /** Forgets what waits for a coin that is not there any more. */
  #sweep(): void {
    const all = this.pending();
    this.#pending = new Map();
    const spent = new Set<string>();
    for (const each of all) {
      const keys = each.transaction.inputs.map(keyOf);
      const isAlive = each.transaction.inputs.every(
        (input) => this.coin(input) !== undefined && !spent.has(keyOf(input)),
      );
      if (!isAlive) continue;
      for (const key of keys) spent.add(key);
      this.#pending.set(each.transaction.txid, each);
    }
  }

  #pendingCoin(point: OutPoint): Coin | undefined {
    const found = this.#pending.get(point.txid);
    return found && coinsOf(found.transaction, null).find(({ vout }) => vout === point.vout);
  }

  #spentBy(transaction: BitcoinTransaction, find: (input: OutPoint) => Coin | undefined): Coin[] {
    if (transaction.isCoinbase) return [];
    return transaction.inputs.map((input) => {
      const coin = find(input);
      if (!coin) throw new Error(`${transaction.txid} spends what is not there`);
      return coin;
    });
  }

  #medianTime(time: number): number {
    const times = this.#chain.slice(-10).map(({ header }) => header.time);
    const sorted = [...times, time].toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] as number;
  }
}

/** Satoshi of all together. */
export function amountOf(outputs: readonly { amount: bigint }[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

/** A transaction's outputs that may be spent one day: what begins with RETURN (0x6a) never is. */
function coinsOf(transaction: BitcoinTransaction, height: number | null): Coin[] {
  const { txid, isCoinbase, outputs } = transaction;
  return outputs.flatMap(({ amount, script }, vout) =>
    script[0] === 0x6a ? [] : [{ txid, vout, amount, script, height, isCoinbase }],
  );
}
