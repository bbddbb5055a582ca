import * as z from "zod/mini";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import {
  type BlockHeader,
  type ChainNode,
  ChainRefused,
  ChainTooLong,
  type ChainTransfer,
  ChainUnavailable,
  type MinedTransfer,
} from "./chain-node.ts";
import { coinSpent } from "./coin-spent.ts";
import { createJsonRpc, type RpcCall, read } from "./json-rpc.ts";

/** `Transfer(address indexed from, address indexed to, uint256 value)`. */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Call data of `transfer(address,uint256)`. */
const transferCall = /^0xa9059cbb[0-9a-fA-F]{128}/;
/** The selector of `decimals()`. */
const decimalsSelector = "0x313ce567";
/** Maximum number of addresses in one query about tokens, because nodes limit it. */
const maxAddresses = 200;

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/));
const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/));
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));

const header = z.object({ number: quantity, hash, parentHash: hash, timestamp: quantity });
const transaction = z.object({
  hash,
  to: z.optional(z.nullable(address)),
  from: z.optional(address),
  value: quantity,
  input: z.optional(z.string()),
});
const placed = z.nullable(z.object({ blockNumber: z.optional(z.nullable(quantity)) }));
const fullBlock = z.extend(header, { transactions: z.array(transaction) });
const pendingBlock = z.nullable(z.object({ transactions: z.array(z.unknown()) }));
const log = z.object({
  address,
  topics: z.array(hash),
  data: z.string(),
  blockNumber: quantity,
  blockHash: hash,
  transactionHash: hash,
  logIndex: quantity,
  removed: z.optional(z.boolean()),
});
const receipt = z.nullable(z.object({ status: quantity, blockHash: hash }));

/** Creates a client for Ethereum-like networks. Transfers of `knownTokens`, contracts in any case, are never left out. */
export function createEvmNode(
  http: OutgoingHttp,
  url: string,
  knownTokens: readonly string[] = [],
): ChainNode {
  const askMany = createJsonRpc(http, url);
  const ask = async (method: string, ...params: readonly unknown[]) =>
    (await askMany([[method, params]]))[0];

  return {
    maxBlocks: 1_000,
    chainId: async () => `eip155:${BigInt(read(quantity, await ask("eth_chainId")))}`,
    head: async () => toHeader(read(header, await ask("eth_getBlockByNumber", "latest", false))),
    async headers(numbers) {
      const calls = numbers.map(
        (number): RpcCall => ["eth_getBlockByNumber", [hex(number), false]],
      );
      const found = await askMany(calls);
      return found.map((each) => (each === null ? null : toHeader(read(header, each))));
    },
    async transfers(addresses, from, to) {
      const transfers: MinedTransfer[] = [];
      for (let begin = 0; begin < addresses.length; begin += maxAddresses) {
        const some = addresses.slice(begin, begin + maxAddresses);
        transfers.push(...(await tokenTransfers(some, from, to)));
      }
      return transfers;
    },
    async tokenDecimals(contracts) {
      const calls = contracts.map(
        (to): RpcCall => ["eth_call", [{ to, data: decimalsSelector }, "latest"]],
      );
      return (await askMany(calls)).map((each) => {
        const result = hash.safeParse(each);
        return result.success ? Number(result.data) : null;
      });
    },
    unrecordedCoin: {
      balances,
      sentCounts,
      transfers: coinTransfers,
      spent: (address, range) => coinSpent(askMany, address, range),
    },
    async pendingTransfers(addresses) {
      // Many nodes do not list pending transactions.
      const block = await ask("eth_getBlockByNumber", "pending", true).then(
        (found) => read(pendingBlock, found),
        () => null,
      );
      const transfers = (block?.transactions ?? []).flatMap((each) => {
        // Some networks have their own transaction types.
        const parsed = transaction.safeParse(each);
        const transfer = parsed.success ? (tokenIn(parsed.data) ?? coinIn(parsed.data)) : null;
        return transfer && addresses.has(transfer.to)
          ? [{ ...transfer, sinceMs: null, paysEnough: true }]
          : [];
      });
      return { transfers, known: new Map(), isWhole: true };
    },
    async canStillArrive(txHashes, above) {
      const calls = txHashes.map((txHash): RpcCall => ["eth_getTransactionByHash", [txHash]]);
      return (await askMany(calls)).map((each) => {
        const found = read(placed, each);
        return found !== null && (!found.blockNumber || Number(found.blockNumber) > above);
      });
    },
  };

  /**
   * Anybody can fill a block with events of a worthless token, more than a node returns. No smaller range would help, so
   * then only the known tokens count: if the node returns these, and refuses all events before and after.
   */
  async function tokenTransfers(
    addresses: readonly string[],
    from: number,
    to: BlockHeader,
  ): Promise<MinedTransfer[]> {
    const all = () => transfersOf(null, addresses, from, to);
    return all().catch(async (error: unknown) => {
      const isOneBlock = from === to.number;
      if (!isTooMuch(error) || !isOneBlock || knownTokens.length === 0) throw error;
      const known = await transfersOf(knownTokens, addresses, from, to);
      return all().catch((again: unknown) => {
        if (isTooMuch(again)) return known;
        throw again;
      });
    });
  }

  async function transfersOf(
    tokens: readonly string[] | null,
    addresses: readonly string[],
    from: number,
    to: BlockHeader,
  ): Promise<MinedTransfer[]> {
    const topics = [transferTopic, null, addresses.map(toTopic)];
    const filter = {
      ...(tokens && { address: tokens }),
      fromBlock: hex(from),
      toBlock: hex(to.number),
      topics,
    };
    // One call reaches one node. The block comes first: for a block that it lacks, a node would return no events.
    const [block, logs] = await askMany([
      ["eth_getBlockByNumber", [hex(to.number), false]],
      ["eth_getLogs", [filter]],
    ]);
    if (block === null || read(header, block).hash !== to.hash) {
      throw new ChainUnavailable("the node that returns events is behind, or on another chain");
    }
    const found = read(z.array(log), logs);
    // Collectibles emit the same event with a fourth topic. They are not money.
    return found.filter(isMoney).map(toTokenTransfer);
  }

  async function balances(addresses: readonly string[], at: number): Promise<bigint[]> {
    const calls = addresses.map((address): RpcCall => ["eth_getBalance", [address, hex(at)]]);
    return (await askMany(calls)).map((each) => BigInt(read(quantity, each)));
  }

  async function sentCounts(addresses: readonly string[], at: number): Promise<number[]> {
    const calls = addresses.map(
      (address): RpcCall => ["eth_getTransactionCount", [address, hex(at)]],
    );
    return (await askMany(calls)).map((each) => Number(read(quantity, each)));
  }

  async function coinTransfers(
    addresses: ReadonlySet<string>,
    from: number,
    to: number,
  ): Promise<MinedTransfer[]> {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const calls = numbers.map((number): RpcCall => ["eth_getBlockByNumber", [hex(number), true]]);
    // One by one, because each may be as long as a response can be.
    const transfers = (await askMany(calls, 1)).flatMap((each): MinedTransfer[] => {
      const block = read(fullBlock, each);
      const place = { blockNumber: Number(block.number), blockHash: block.hash, logIndex: -1 };
      return block.transactions.flatMap((transaction) => {
        const transfer = coinIn(transaction);
        if (!transfer || !addresses.has(transfer.to)) return [];
        const sender =
          transaction.from === undefined ? {} : { from: transaction.from.toLowerCase() };
        return [{ ...transfer, ...sender, ...place }];
      });
    });
    // A failed transaction is also in its block but moved nothing.
    const receipts = await askMany(
      transfers.map(({ txHash }): RpcCall => ["eth_getTransactionReceipt", [txHash]]),
    );
    return transfers.filter(({ blockHash }, index) => {
      const found = read(receipt, receipts[index]);
      // Without a record of its sender, a payment is not compared with the sanctions list.
      if (found?.blockHash !== blockHash)
        throw new ChainUnavailable("the node that returns receipts is behind, or on another chain");
      return Number(found.status) === 1;
    });
  }
}

function toHeader(block: z.infer<typeof header>): BlockHeader {
  return {
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestampMs: Number(block.timestamp) * 1_000,
  };
}

function isTooMuch(error: unknown): boolean {
  return error instanceof ChainRefused || error instanceof ChainTooLong;
}

function isMoney({ topics, data, removed }: z.infer<typeof log>): boolean {
  return topics.length === 3 && /^0x[0-9a-fA-F]{64}$/.test(data) && removed !== true;
}

function toTokenTransfer(each: z.infer<typeof log>): MinedTransfer {
  return {
    txHash: each.transactionHash,
    logIndex: Number(each.logIndex),
    token: each.address.toLowerCase(),
    from: addressIn(each.topics[1]),
    to: addressIn(each.topics[2]),
    amount: BigInt(each.data),
    blockNumber: Number(each.blockNumber),
    blockHash: each.blockHash,
  };
}

function addressIn(topic = ""): string {
  return `0x${topic.slice(26).toLowerCase()}`;
}

function coinIn({ hash: txHash, to, value }: z.infer<typeof transaction>): ChainTransfer | null {
  const amount = BigInt(value);
  return to && amount > 0n ? { txHash, token: null, to: to.toLowerCase(), amount } : null;
}

function tokenIn({ hash: txHash, to, input = "" }: z.infer<typeof transaction>) {
  if (!to || !transferCall.test(input)) return null;
  return {
    txHash,
    token: to.toLowerCase(),
    to: `0x${input.slice(34, 74).toLowerCase()}`,
    amount: BigInt(`0x${input.slice(74, 138)}`),
  };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function toTopic(to: string): string {
  return `0x${to.slice(2).toLowerCase().padStart(64, "0")}`;
}
