import { type BitcoinBlock, genesisBlock, readBlock, type WrittenBlock } from "./block.ts";
import { type BitcoinTransaction, keyOf, type OutPoint, readTransaction } from "./transaction.ts";

export interface Coin extends OutPoint {
  amount: bigint;
  script: Uint8Array;
  height: number | null;
  isCoinbase: boolean;
}

export interface PlacedBlock extends BitcoinBlock {
  height: number;
  /** Median time of the last eleven blocks, including this one (BIP-113). */
  medianTime: number;
  /** Coins that each transaction spends. */
  spent: Coin[][];
}

export interface PendingTransaction {
  transaction: BitcoinTransaction;
  /** When it arrived, in seconds since 1970, and the chain's height then. */
  time: number;
  height: number;
  fee: bigint;
  spent: Coin[];
}

/** Every change of the ledger: replaying the events in order restores the state. */
export type LedgerEvent =
  /** Removes the newest `instead` blocks and adds these. */
  | { kind: "blocks"; instead: number; blocks: WrittenBlock[] }
  | { kind: "accepted"; transaction: string; time: number }
  | { kind: "dropped"; txid: string };

/**
 * A node's state: the chain of blocks, orphaned blocks, coins and pending transactions.
 *
 * Invariants: every coin comes from a block of the chain and is unspent there. Every input of a pending transaction is
 * such a coin or an output of an earlier pending one. No two pending transactions spend the same output.
 */
export class Ledger {
  readonly #chain: PlacedBlock[] = [];
  readonly #blocks = new Map<string, PlacedBlock>();
  readonly #coins = new Map<string, Coin>();
  #pending = new Map<string, PendingTransaction>();

  constructor() {
    const genesis = genesisBlock();
    const { time } = genesis.header;
    // The genesis coin cannot be spent.
    this.#place({ ...genesis, height: 0, medianTime: time, spent: [[]] });
  }

  get tip(): PlacedBlock {
    return this.#chain.at(-1) as PlacedBlock;
  }

  at(height: number): PlacedBlock | undefined {
    return this.#chain[height];
  }

  /** Finds a block, even an orphaned one. */
  block(hash: string): PlacedBlock | undefined {
    return this.#blocks.get(hash);
  }

  isOnChain(block: PlacedBlock): boolean {
    return this.#chain[block.height] === block;
  }

  blockOf(txid: string): PlacedBlock | undefined {
    return this.#chain.findLast(({ transactions }) =>
      transactions.some((transaction) => transaction.txid === txid),
    );
  }

  /** Pending transactions in order of arrival, so ancestors come first. */
  pending(): PendingTransaction[] {
    return [...this.#pending.values()];
  }

  waiting(txid: string): PendingTransaction | undefined {
    return this.#pending.get(txid);
  }

  coins(): Iterable<Coin> {
    return this.#coins.values();
  }

  /** Finds outputs of blocks and pending transactions, spent or not by a pending one. */
  coin(point: OutPoint): Coin | undefined {
    return this.#coins.get(keyOf(point)) ?? this.#pendingCoin(point);
  }

  /** The pending transaction that spends this output. */
  spenderOf(point: OutPoint): PendingTransaction | undefined {
    return this.pending().find(({ transaction }) =>
      transaction.inputs.some((input) => keyOf(input) === keyOf(point)),
    );
  }

  withDescendants(txid: string): PendingTransaction[] {
    const found = new Set([txid]);
    return this.pending().filter(({ transaction }) => {
      if (transaction.inputs.some((input) => found.has(input.txid))) found.add(transaction.txid);
      return found.has(transaction.txid);
    });
  }

  /** Throws if the event does not fit the current state. */
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
    if (!transaction) throw new Error("an accepted entry is not a transaction");
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
    if (block.header.previous !== this.tip.hash)
      throw new Error(`${block.hash} does not follow the newest block`);
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
    if (block.height === 0) throw new Error("the first block cannot be removed");
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

  /** Drops pending transactions whose coins are gone. */
  #sweep(): void {
    const all = this.pending();
    this.#pending = new Map();
    const spent = new Set<string>();
    for (const entry of all) {
      const keys = entry.transaction.inputs.map(keyOf);
      const isAlive = entry.transaction.inputs.every(
        (input) => this.coin(input) !== undefined && !spent.has(keyOf(input)),
      );
      if (!isAlive) continue;
      for (const key of keys) spent.add(key);
      this.#pending.set(entry.transaction.txid, entry);
    }
  }

  #pendingCoin(point: OutPoint): Coin | undefined {
    const entry = this.#pending.get(point.txid);
    return entry && coinsOf(entry.transaction, null).find(({ vout }) => vout === point.vout);
  }

  #spentBy(transaction: BitcoinTransaction, find: (input: OutPoint) => Coin | undefined): Coin[] {
    if (transaction.isCoinbase) return [];
    return transaction.inputs.map((input) => {
      const coin = find(input);
      if (!coin) throw new Error(`${transaction.txid} spends a missing output`);
      return coin;
    });
  }

  #medianTime(time: number): number {
    const times = this.#chain.slice(-10).map(({ header }) => header.time);
    const sorted = [...times, time].toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] as number;
  }
}

export function amountOf(outputs: readonly { amount: bigint }[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Spendable outputs; scripts that start with RETURN (0x6a) are never spendable. */
function coinsOf(transaction: BitcoinTransaction, height: number | null): Coin[] {
  const { txid, isCoinbase, outputs } = transaction;
  return outputs.flatMap(({ amount, script }, vout) =>
    script[0] === 0x6a ? [] : [{ txid, vout, amount, script, height, isCoinbase }],
  );
}
