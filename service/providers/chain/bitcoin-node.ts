import * as z from "zod/mini";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import {
  type BlockHeader,
  type ChainNode,
  ChainRefused,
  type ChainTransfer,
  ChainUnavailable,
  type MinedTransfer,
  type PendingTransfer,
} from "./chain-node.ts";
import { forEachInBatches } from "./in-batches.ts";
import { createJsonRpc, lanes, type RpcCall, type RpcLimits, read } from "./json-rpc.ts";

/** A node needs seconds for a full block with decoded transactions, which is many times the block's size. */
const limits: RpcLimits = { deadlineMs: 30_000, maxBytes: 64 * 1024 * 1024 };
/** Pending transactions per round; the rest follows later. */
const maxPending = 2_000;
/** Nodes relay transactions of up to 400 kB, which decode to 2 MB. Anybody can send many of them. */
const transactionsPerRequest = 20;
/** Each transaction is read again one round later, for addresses added in between. */
const readsPerTransaction = 2;
/** A fee suffices if the node expects a block within this many: two hours. */
const feeTargetBlocks = 12;
/** Several groups of addresses read the newest block. */
const cachedBlocks = 3;

/** Core's output type of our addresses. */
const keyHash = "witness_v0_keyhash";

/** Core's error codes: no such transaction, no block of this height, pruned block. */
const notFound = -5;
const outOfRange = -8;
const pruned = -1;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());
const chainInfo = z.object({ bestblockhash: hash });
const header = z.object({ hash, height: count, time: count, previousblockhash: z.optional(hash) });
/** A JSON number of whole coins. */
const coins = z.number().check(z.nonnegative(), z.maximum(21_000_000));
const transaction = z.object({
  txid: hash,
  vout: z.array(
    z.object({
      value: coins,
      n: count,
      scriptPubKey: z.object({ address: z.optional(z.string()), type: z.optional(z.string()) }),
    }),
  ),
});
const mempoolEntry = z.nullable(
  z.object({
    time: count,
    vsize: z.optional(z.int().check(z.positive())),
    ancestorsize: z.optional(z.int().check(z.positive())),
    fees: z.optional(z.object({ base: coins, ancestor: coins })),
  }),
);
const feeEstimate = z.object({ feerate: z.optional(coins) });
/** The mempool's minimum fee, in coins per 1,000 virtual bytes. It rises when the mempool is full. */
const mempoolInfo = z.object({ mempoolminfee: z.optional(coins) });
const fullBlock = z.object({ hash, height: count, tx: z.array(z.unknown()) });

/** A transaction's payment to one address. `index` is its first output there. */
interface Output extends ChainTransfer {
  readonly index: number;
}

/** The fee rates that are enough, in satoshis per virtual byte. */
export interface FeeRates {
  /** A lower fee never suffices, whatever the node estimates. */
  readonly least: number;
  /** The fee that is enough if the node has no estimate. */
  readonly withoutEstimate: number;
}

/**
 * Creates a client for Bitcoin Core 22 or newer. The node needs no wallet and no index, and can be pruned. Addresses
 * are lower-case bech32.
 */
export function createBitcoinNode(
  http: OutgoingHttp,
  url: string,
  { least, withoutEstimate }: FeeRates,
): ChainNode {
  const askMany = createJsonRpc(http, url, limits);
  const ask = async (method: string, ...params: readonly unknown[]) =>
    (await askMany([[method, params]]))[0];
  const blocks = new Map<string, readonly Output[]>();

  const hashesOf = (numbers: readonly number[]) =>
    askMany(numbers.map((number): RpcCall => ["getblockhash", [number], outOfRange]));

  async function outputsOf(blockHash: string): Promise<readonly Output[]> {
    const kept = blocks.get(blockHash);
    if (kept) return kept;
    const [answer] = await askMany([["getblock", [blockHash, 2], pruned]]);
    if (answer === null) {
      const why = "has pruned it or does not have it yet";
      throw new ChainUnavailable(
        `a block must be read, and the node ${why}; use a node that has it. ${blockHash}`,
      );
    }
    const block = read(fullBlock, answer);
    if (block.hash !== blockHash) throw new ChainUnavailable("the node returned another block");
    const outputs: Output[] = [];
    await forEachInBatches(
      block.tx,
      (each) => void outputs.push(...outputsIn(read(transaction, each))),
    );
    blocks.set(blockHash, outputs);
    for (const oldest of [...blocks.keys()].slice(0, -cachedBlocks)) blocks.delete(oldest);
    return outputs;
  }

  /** Returns `{}` for a method that a provider or configuration lacks. */
  const askIfSupported = (method: string, ...params: readonly unknown[]) =>
    ask(method, ...params).catch((error: unknown) => {
      if (error instanceof ChainRefused) return {};
      throw error;
    });

  /** The lowest fee that is enough, in satoshis per virtual byte. */
  async function feeFloor(): Promise<number> {
    const estimate = read(feeEstimate, await askIfSupported("estimatesmartfee", feeTargetBlocks));
    const { mempoolminfee = 0 } = read(mempoolInfo, await askIfSupported("getmempoolinfo"));
    const expected =
      estimate.feerate === undefined ? withoutEstimate : toSatoshisPerByte(estimate.feerate);
    return Math.max(expected, toSatoshisPerByte(mempoolminfee), least);
  }

  return {
    maxBlocks: 4,
    async chainId() {
      const first = read(hash, await ask("getblockhash", 0));
      return `bip122:${first.slice(0, 32)}`;
    },
    async head() {
      const { bestblockhash } = read(chainInfo, await ask("getblockchaininfo"));
      return toHeader(read(header, await ask("getblockheader", bestblockhash)));
    },
    async headers(numbers) {
      const hashes = await hashesOf(numbers);
      const there = hashes.filter((hash) => hash !== null);
      const found = await askMany(
        there.map((each): RpcCall => ["getblockheader", [read(hash, each)], notFound]),
      );
      const byHash = new Map<unknown, unknown>(there.map((each, index) => [each, found[index]]));
      return hashes.map((hash) => {
        const block: unknown = byHash.get(hash);
        return block === null || block === undefined ? null : toHeader(read(header, block));
      });
    },
    async transfers(addresses, from, to) {
      const sought = new Set(addresses);
      const numbers = Array.from({ length: to.number - from + 1 }, (_, index) => from + index);
      const hashes = await hashesOf(numbers);
      if (numbers.length > 0 && hashes.at(-1) !== to.hash) {
        throw new ChainUnavailable("the node that returns blocks is behind, or on another chain");
      }
      const transfers: MinedTransfer[] = [];
      for (const [index, blockNumber] of numbers.entries()) {
        const blockHash = read(hash, hashes[index]);
        for (const { index: logIndex, ...transfer } of await outputsOf(blockHash)) {
          if (!sought.has(transfer.to)) continue;
          transfers.push({ ...transfer, logIndex, blockNumber, blockHash });
        }
      }
      return transfers;
    },
    tokenDecimals: async (contracts) => contracts.map(() => null),
    unrecordedCoin: null,
    async pendingTransfers(addresses, known) {
      const there = read(z.array(z.string()), await ask("getrawmempool"));
      // New transactions come first: a customer waits for them, whatever their fee.
      const fresh: string[] = [];
      const unread: string[][] = Array.from({ length: readsPerTransaction }, () => []);
      const timesRead = new Map<string, number>();
      // A round can list hundreds of thousands.
      await forEachInBatches(there, (txid) => {
        const times = known.get(txid);
        timesRead.set(txid, times ?? 0);
        (times === undefined ? fresh : unread[times])?.push(txid);
      });
      const inTurn = [fresh, ...unread].flat();
      const txids = read(z.array(hash), inTurn.slice(0, maxPending));
      const calls = txids.map((txid): RpcCall => ["getrawtransaction", [txid, true], notFound]);
      /** The payments of each transaction; null if the node lacks it. */
      const payments: (Output[] | null)[] = [];
      // Of each group only the payments are kept.
      for (let begin = 0; begin < calls.length; begin += lanes * transactionsPerRequest) {
        const group = calls.slice(begin, begin + lanes * transactionsPerRequest);
        for (const answer of await askMany(group, transactionsPerRequest)) {
          const outputs = answer === null ? [] : outputsIn(read(transaction, answer));
          const ours = outputs.filter(({ to }) => addresses.has(to));
          payments.push(answer === null ? null : ours);
        }
      }
      const found = payments.flatMap((each) => each ?? []);
      const entries = await askMany(
        found.map(({ txHash }): RpcCall => ["getmempoolentry", [txHash], notFound]),
      );
      const floor = found.length > 0 ? await feeFloor() : 0;
      const transfers: PendingTransfer[] = [];
      const unknown = new Set<string>();
      for (const [index, { index: _, ...transfer }] of found.entries()) {
        const entry = read(mempoolEntry, entries[index]);
        // The transaction was mined in the meantime, or another node answered.
        if (entry === null) unknown.add(transfer.txHash);
        else {
          const sinceMs = entry.time * 1_000;
          transfers.push({ ...transfer, sinceMs, paysEnough: feeRateOf(entry) >= floor });
        }
      }
      for (const [index, txid] of txids.entries()) {
        // Another node at the same address may lack it, so it does not count as read.
        if (payments[index] === null || unknown.has(txid)) continue;
        timesRead.set(txid, (timesRead.get(txid) ?? 0) + 1);
      }
      const isWhole = inTurn.length === txids.length && unknown.size === 0;
      return { transfers, known: timesRead, isWhole };
    },
    async canStillArrive(txHashes, above) {
      const calls = txHashes.map((txHash): RpcCall => ["getmempoolentry", [txHash], notFound]);
      const entries = await askMany([...calls, ["getblockcount", []]]);
      // It may be in a block that was not read yet.
      const isHigher = read(count, entries.pop()) > above;
      return entries.map((entry) => isHigher || entry !== null);
    },
  };
}

/**
 * Satoshis per virtual byte, alone or with unconfirmed ancestors, whichever is less. 0 if the node reports no fee: that
 * never suffices.
 */
function feeRateOf(entry: NonNullable<z.infer<typeof mempoolEntry>>): number {
  const { vsize, ancestorsize, fees } = entry;
  if (!vsize || !ancestorsize || !fees) return 0;
  return Math.min(toSatoshis(fees.base) / vsize, toSatoshis(fees.ancestor) / ancestorsize);
}

/** Core's unit is coins per 1,000 virtual bytes. */
function toSatoshisPerByte(coinsPerThousand: number): number {
  return toSatoshis(coinsPerThousand) / 1_000;
}

/** Exact: all base units fit into a JSON number. */
function toSatoshis(amount: number): number {
  return Math.round(amount * 1e8);
}

function toHeader(block: z.infer<typeof header>): BlockHeader {
  return {
    number: block.height,
    hash: block.hash,
    // The first block has no parent.
    parentHash: block.previousblockhash ?? "0".repeat(64),
    timestampMs: block.time * 1_000,
  };
}

function outputsIn({ txid, vout }: z.infer<typeof transaction>): Output[] {
  const outputs = new Map<string, Output>();
  for (const { value, n, scriptPubKey } of vout) {
    const { address: to, type } = scriptPubKey;
    if (to === undefined && type === keyHash) {
      throw new ChainUnavailable("the node does not name addresses; Bitcoin Core 22 or newer does");
    }
    if (to === undefined) continue;
    const earlier = outputs.get(to);
    const amount = (earlier?.amount ?? 0n) + BigInt(toSatoshis(value));
    outputs.set(to, { txHash: txid, token: null, to, amount, index: earlier?.index ?? n });
  }
  return [...outputs.values()];
}
