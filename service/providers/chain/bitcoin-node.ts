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
import { inTurns } from "./in-turns.ts";
import { createJsonRpc, type RpcCall, type RpcLimits, read } from "./json-rpc.ts";

/** A full block with every transaction in words takes a node seconds, and is many times its size. */
const limits: RpcLimits = { deadlineMs: 30_000, mostBytes: 64 * 1024 * 1024 };
/** Waiting transactions that are read in one round; the others follow in the next ones. */
const mostWaiting = 2_000;
/** Each is read again in the round after, whose addresses were there before it. */
const readsOfEach = 2;
/** A fee is enough if the node expects a block within so many with it: two hours. */
const feeTargetBlocks = 12;
/** Blocks whose transfers are kept: the newest one is read for several groups of addresses. */
const blocksKept = 3;

/** The kind of output that pays our addresses, in Core's words. */
const keyHash = "witness_v0_keyhash";

/** Core's codes for what it does not have: no such transaction, no block of this height, a block cast off. */
const notFound = -5;
const outOfRange = -8;
const castOff = -1;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());
const chainInfo = z.object({ bestblockhash: hash });
const header = z.object({ hash, height: count, time: count, previousblockhash: z.optional(hash) });
/** Whole coins, as a number of JSON. */
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
const waitingEntry = z.nullable(
  z.object({
    time: count,
    vsize: z.optional(z.int().check(z.positive())),
    ancestorsize: z.optional(z.int().check(z.positive())),
    fees: z.optional(z.object({ base: coins, ancestor: coins })),
  }),
);
/** Coins for 1,000 virtual bytes; nothing where the node has seen too little to tell. */
const feeEstimate = z.object({ feerate: z.optional(coins) });
/** Coins for 1,000 virtual bytes below which the node takes no transaction: it rises when the mempool is full. */
const mempoolInfo = z.object({ mempoolminfee: z.optional(coins) });
const fullBlock = z.object({ hash, height: count, tx: z.array(z.unknown()) });

/** What a transaction pays to one address, in base units; `index` of its first output there. */
interface Output extends ChainTransfer {
  readonly index: number;
}

/** Satoshis for a virtual byte. */
export interface FeeRates {
  /** A lower fee is never enough, whatever the node expects. */
  readonly least: number;
  /** What is enough while the node has no estimate. */
  readonly withoutEstimate: number;
}

/**
 * A node of Bitcoin, asked as Bitcoin Core (22 or newer) is: it needs no wallet and no index, and may be
 * pruned. Addresses are bech32, in lower case.
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
    askMany(numbers.map((each): RpcCall => ["getblockhash", [each], outOfRange]));

  async function outputsOf(blockHash: string): Promise<readonly Output[]> {
    const kept = blocks.get(blockHash);
    if (kept) return kept;
    const [answer] = await askMany([["getblock", [blockHash, 2], castOff]]);
    if (answer === null) {
      const why = "cast it off (pruned) or does not have it yet";
      throw new ChainUnavailable(
        `a block has to be read, and the node ${why}: ask one that has it. ${blockHash}`,
      );
    }
    const block = read(fullBlock, answer);
    if (block.hash !== blockHash) throw new ChainUnavailable("the node gave another block");
    const outputs: Output[] = [];
    await inTurns(block.tx, (each) => void outputs.push(...outputsIn(read(transaction, each))));
    blocks.set(blockHash, outputs);
    for (const oldest of [...blocks.keys()].slice(0, -blocksKept)) blocks.delete(oldest);
    return outputs;
  }

  /** Some providers of nodes don't have a method, and nodes can be started without it: then `{}`. */
  const askIfKnown = (method: string, ...params: readonly unknown[]) =>
    ask(method, ...params).catch((error: unknown) => {
      if (error instanceof ChainRefused) return {};
      throw error;
    });

  /** Satoshis for a virtual byte below which a transaction does not pay enough. */
  async function feeFloor(): Promise<number> {
    const estimate = read(feeEstimate, await askIfKnown("estimatesmartfee", feeTargetBlocks));
    const { mempoolminfee = 0 } = read(mempoolInfo, await askIfKnown("getmempoolinfo"));
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
      const there = hashes.filter((each) => each !== null);
      const found = await askMany(
        there.map((each): RpcCall => ["getblockheader", [read(hash, each)], notFound]),
      );
      const byHash = new Map<unknown, unknown>(there.map((each, index) => [each, found[index]]));
      return hashes.map((each) => {
        const block: unknown = byHash.get(each);
        return block === null || block === undefined ? null : toHeader(read(header, block));
      });
    },
    async transfers(addresses, from, to) {
      const sought = new Set(addresses);
      const numbers = Array.from({ length: to.number - from + 1 }, (_, index) => from + index);
      const hashes = await hashesOf(numbers);
      if (numbers.length > 0 && hashes.at(-1) !== to.hash) {
        throw new ChainUnavailable("the node that reads blocks is behind, or on another chain");
      }
      const found: MinedTransfer[] = [];
      for (const [index, blockNumber] of numbers.entries()) {
        const blockHash = read(hash, hashes[index]);
        for (const { index: logIndex, ...transfer } of await outputsOf(blockHash)) {
          if (!sought.has(transfer.to)) continue;
          found.push({ ...transfer, logIndex, blockNumber, blockHash });
        }
      }
      return found;
    },
    tokenDecimals: async (contracts) => contracts.map(() => null),
    unrecordedCoin: null,
    async pendingTransfers(addresses, known) {
      const there = read(z.array(z.string()), await ask("getrawmempool"));
      // What is new comes first: it is what somebody waits for, whatever fee it has.
      const fresh: string[] = [];
      const unread: string[][] = Array.from({ length: readsOfEach }, () => []);
      const timesRead = new Map<string, number>();
      // Hundreds of thousands may be there in every round.
      await inTurns(there, (txid) => {
        const times = known.get(txid);
        timesRead.set(txid, times ?? 0);
        (times === undefined ? fresh : unread[times])?.push(txid);
      });
      const inTurn = [fresh, ...unread].flat();
      const asked = read(z.array(hash), inTurn.slice(0, mostWaiting));
      const calls = asked.map((txid): RpcCall => ["getrawtransaction", [txid, true], notFound]);
      const answers = await askMany(calls);
      const found = answers
        .flatMap((each) => (each === null ? [] : outputsIn(read(transaction, each))))
        .filter(({ to }) => addresses.has(to));
      const entries = await askMany(
        found.map(({ txHash }): RpcCall => ["getmempoolentry", [txHash], notFound]),
      );
      const floor = found.length > 0 ? await feeFloor() : 0;
      const transfers: PendingTransfer[] = [];
      const unknown = new Set<string>();
      for (const [index, { index: _, ...transfer }] of found.entries()) {
        const entry = read(waitingEntry, entries[index]);
        // Its fee can't be told: it is in a block by now, or another node was asked.
        if (entry === null) unknown.add(transfer.txHash);
        else {
          const sinceMs = entry.time * 1_000;
          transfers.push({ ...transfer, sinceMs, paysEnough: feeRateOf(entry) >= floor });
        }
      }
      for (const [index, txid] of asked.entries()) {
        // Another node behind the same address may not have it yet: that is not read.
        if (answers[index] === null || unknown.has(txid)) continue;
        timesRead.set(txid, (timesRead.get(txid) ?? 0) + 1);
      }
      const isWhole = inTurn.length === asked.length && unknown.size === 0;
      return { transfers, known: timesRead, isWhole };
    },
    async canStillArrive(txHashes, above) {
      const calls = txHashes.map((each): RpcCall => ["getmempoolentry", [each], notFound]);
      const entries = await askMany([...calls, ["getblockcount", []]]);
      // What waited may lie in a block that was not read yet: nobody can say.
      const isHigher = read(count, entries.pop()) > above;
      return entries.map((each) => isHigher || each !== null);
    },
  };
}

/**
 * Satoshis that a miner gets for a virtual byte: of the transaction, or with those that it needs in a block
 * first, whichever is less. 0 where the node does not say: nobody then knows that the fee is enough.
 */
function feeRateOf(entry: NonNullable<z.infer<typeof waitingEntry>>): number {
  const { vsize, ancestorsize, fees } = entry;
  if (!vsize || !ancestorsize || !fees) return 0;
  return Math.min(toSatoshis(fees.base) / vsize, toSatoshis(fees.ancestor) / ancestorsize);
}

/** From Core's unit: coins for 1,000 virtual bytes. */
function toSatoshisPerByte(coinsPerThousand: number): number {
  return toSatoshis(coinsPerThousand) / 1_000;
}

/** Exact: fewer base units exist than a number holds without loss. */
function toSatoshis(amount: number): number {
  return Math.round(amount * 1e8);
}

function toHeader(block: z.infer<typeof header>): BlockHeader {
  return {
    number: block.height,
    hash: block.hash,
    // The first block has none.
    parentHash: block.previousblockhash ?? "0".repeat(64),
    timestampMs: block.time * 1_000,
  };
}

/** What a transaction pays, in one sum for each address. */
function outputsIn({ txid, vout }: z.infer<typeof transaction>): Output[] {
  const outputs = new Map<string, Output>();
  for (const { value, n, scriptPubKey } of vout) {
    const { address: to, type } = scriptPubKey;
    if (to === undefined && type === keyHash) {
      throw new ChainUnavailable("the node doesn't name addresses: Bitcoin Core 22 or newer does");
    }
    if (to === undefined) continue;
    const earlier = outputs.get(to);
    const amount = (earlier?.amount ?? 0n) + BigInt(toSatoshis(value));
    outputs.set(to, { txHash: txid, token: null, to, amount, index: earlier?.index ?? n });
  }
  return [...outputs.values()];
}
