import * as z from "zod/mini";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import {
  type BlockHeader,
  type ChainNode,
  ChainRefused,
  type ChainTransfer,
  ChainUnavailable,
  type MinedTransfer,
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
const fullBlock = z.object({ hash, height: count, tx: z.array(z.unknown()) });

/** What a transaction pays to one address, in base units; `index` of its first output there. */
interface Output extends ChainTransfer {
  readonly index: number;
}

/**
 * A node of Bitcoin, asked as Bitcoin Core (22 or newer) is: it needs no wallet and no index, and may be
 * pruned. Addresses are bech32, in lower case.
 */
export function createBitcoinNode(http: OutgoingHttp, url: string): ChainNode {
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

  /** Coins for 1,000 virtual bytes below which a transaction does not pay enough; 0 where the node has no idea. */
  async function feeFloor(): Promise<number> {
    const answer = await ask("estimatesmartfee", feeTargetBlocks).catch((error: unknown) => {
      // Some providers of nodes don't have it, and nodes can be started without it.
      if (error instanceof ChainRefused) return {};
      throw error;
    });
    return read(feeEstimate, answer).feerate ?? 0;
  }

  return {
    mostBlocks: 4,
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
      for (const [index, txid] of asked.entries()) {
        // Another node behind the same address may not have it yet: that is not read.
        if (answers[index] !== null) timesRead.set(txid, (timesRead.get(txid) ?? 0) + 1);
      }
      const transfers = answers
        .flatMap((each) => (each === null ? [] : outputsIn(read(transaction, each))))
        .filter(({ to }) => addresses.has(to));
      const entries = await askMany(
        transfers.map(({ txHash }): RpcCall => ["getmempoolentry", [txHash], notFound]),
      );
      const floor = transfers.length > 0 ? await feeFloor() : 0;
      return {
        transfers: transfers.map(({ index: _, ...transfer }, index) => {
          const entry = read(waitingEntry, entries[index]);
          const sinceMs = entry && entry.time * 1_000;
          return { ...transfer, sinceMs, paysEnough: !entry || feeRateOf(entry) >= floor };
        }),
        known: timesRead,
        isWhole: inTurn.length === asked.length,
      };
    },
    async isToCome(txHashes, above) {
      const calls = txHashes.map((each): RpcCall => ["getmempoolentry", [each], notFound]);
      const entries = await askMany([...calls, ["getblockcount", []]]);
      // What waited may lie in a block that was not read yet: nobody can say.
      const isHigher = read(count, entries.pop()) > above;
      return entries.map((each) => isHigher || each !== null);
    },
  };
}

/**
 * What a miner gets for 1,000 virtual bytes: of the transaction, or with those that it needs in a block first,
 * whichever is less.
 */
function feeRateOf(entry: NonNullable<z.infer<typeof waitingEntry>>): number {
  const { vsize, ancestorsize, fees } = entry;
  if (!vsize || !ancestorsize || !fees) return Number.POSITIVE_INFINITY;
  return 1_000 * Math.min(fees.base / vsize, fees.ancestor / ancestorsize);
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
    // Exact: fewer base units exist than a number holds without loss.
    const amount = (earlier?.amount ?? 0n) + BigInt(Math.round(value * 1e8));
    outputs.set(to, { txHash: txid, token: null, to, amount, index: earlier?.index ?? n });
  }
  return [...outputs.values()];
}
