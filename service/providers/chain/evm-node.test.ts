import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOutgoingHttp } from "../../platform/outgoing-http.ts";
import { type ChainNode, ChainUnavailable, createEvmNode } from "./index.ts";
import {
  results,
  type ScriptedNode,
  type ScriptedResponse,
  startScriptedNode,
} from "./testing/scripted-node.ts";

let scripted: ScriptedNode;
let node: ChainNode;
const http = createOutgoingHttp();

beforeAll(async () => {
  scripted = await startScriptedNode();
  node = createEvmNode(http, `http://127.0.0.1:${scripted.port}/v2/secret-key`);
});
afterAll(async () => {
  await http.close();
  await scripted.close();
});

const word = (text: string) => `0x${text.padStart(64, "0")}`;
const address = `0x${"ab".repeat(20)}`;
const log = {
  address: `0x${"CC".repeat(20)}`,
  topics: [word("1"), word("2"), word("ab".repeat(20))],
  data: word("ff"),
  blockNumber: "0x10",
  blockHash: word("b"),
  transactionHash: word("7"),
  logIndex: "0x3",
};

const rawHeader = { number: "0x10", hash: word("b"), parentHash: word("a"), timestamp: "0x5" };
const header = { number: 16, hash: word("b"), parentHash: word("a"), timestampMs: 5_000 };

test("many calls go in few requests, and each result finds its call in any order", async () => {
  scripted.batches = [];
  scripted.respond = (calls) => results(({ id }) => `0x${id.toString(16)}`)(calls).reverse();
  const balances = await node.unrecordedCoin?.balances(Array(120).fill(address), 16);
  expect(scripted.batches.map((batch) => batch.length).sort()).toEqual([20, 50, 50]);
  expect(balances?.slice(0, 3)).toEqual([0n, 1n, 2n]);
  expect(scripted.batches[0]?.[0]).toMatchObject({
    method: "eth_getBalance",
    params: [address, "0x10"],
  });
});

test("transfers are read from events, without collectibles, removed events and other forms", async () => {
  const events = [
    log,
    { ...log, topics: [...log.topics, word("9")] },
    { ...log, removed: true },
    { ...log, data: "0x" },
  ];
  scripted.respond = results(({ method }) => (method === "eth_getLogs" ? events : rawHeader));
  expect(await node.transfers([address], 1, header)).toEqual([
    {
      txHash: word("7"),
      logIndex: 3,
      token: `0x${"cc".repeat(20)}`,
      from: "0x0000000000000000000000000000000000000002",
      to: address,
      amount: 255n,
      blockNumber: 16,
      blockHash: word("b"),
    },
  ]);
});

test.each<[string, unknown]>([
  ["does not have the last block", null],
  ["has another block there", { ...rawHeader, hash: word("c") }],
])("an empty response does not count from a node that %s", async (_, block) => {
  scripted.respond = results(({ method }) => (method === "eth_getLogs" ? [] : block));
  await expect(node.transfers([address], 1, header)).rejects.toThrow(ChainUnavailable);
  // The block comes first: the node might only have received it after the events.
  expect(scripted.batches.at(-1)?.map(({ method }) => method)).toEqual([
    "eth_getBlockByNumber",
    "eth_getLogs",
  ]);
});

describe("a block with more events than the node returns", () => {
  const usdc = log.address;
  const spam = { ...log, address: `0x${"dd".repeat(20)}` };
  const refused = (id: number) => ({ id, error: { code: -32_005, message: "more than 10000" } });
  /** The node's response about all events: `refusals` times an error or too much, then the events. */
  let refusals: number;
  let isLong: boolean;
  let asked: unknown[];
  const respond: ScriptedResponse = (calls) => {
    const [filter] = (calls.find(({ method }) => method === "eth_getLogs")?.params ?? []) as [
      { address?: string[] },
    ];
    asked.push(filter.address ?? "all");
    const isRefused = filter.address === undefined && refusals-- > 0;
    if (isRefused && isLong) return "x".repeat(17 * 1024 * 1024);
    return calls.map(({ id, method }) => {
      if (method !== "eth_getLogs") return { id, result: rawHeader };
      if (isRefused) return refused(id);
      return { id, result: filter.address ? [log] : [spam, log] };
    });
  };
  const read = async (from: number) => {
    asked = [];
    scripted.respond = respond;
    const own = createEvmNode(http, `http://127.0.0.1:${scripted.port}`, [usdc]);
    return (await own.transfers([address], from, header)).map(({ token }) => token);
  };

  test.each([true, false])(
    "is read for the known tokens alone (too long: %s)",
    async (responseIsLong) => {
      [refusals, isLong] = [9, responseIsLong];
      expect(await read(16)).toEqual([usdc.toLowerCase()]);
      expect(asked).toEqual(["all", [usdc], "all"]);
    },
  );

  test("is read for all tokens if the node returns them the second time", async () => {
    [refusals, isLong] = [1, false];
    expect(await read(16)).toEqual([spam.address, usdc.toLowerCase()]);
  });

  test("is not given up before it is the only block of its range", async () => {
    [refusals, isLong] = [9, true];
    await expect(read(15)).rejects.toThrow(ChainUnavailable);
    expect(asked).toEqual(["all"]);
  });
});

test("pending transfers are read from the called data, and unknown transaction types are skipped", async () => {
  const input = `0xa9059cbb${word("ab".repeat(20)).slice(2)}${word("64").slice(2)}`;
  scripted.respond = results(() => ({
    transactions: [
      { hash: word("1"), to: log.address, value: "0x0", input },
      { hash: word("2"), to: address, value: "0x5", input: "0x" },
      { hash: word("3"), to: null, value: "0x5", input: "0x" },
      { type: "0x7e", mint: "0x1" },
      word("4"),
    ],
  }));
  expect((await node.pendingTransfers(new Set([address]), new Map())).transfers).toEqual([
    {
      txHash: word("1"),
      token: `0x${"cc".repeat(20)}`,
      to: address,
      amount: 100n,
      sinceMs: null,
      paysEnough: true,
    },
    { txHash: word("2"), token: null, to: address, amount: 5n, sinceMs: null, paysEnough: true },
  ]);
});

test("a failed transaction paid nothing", async () => {
  const block = { number: "0x1", hash: word("b"), parentHash: word("a"), timestamp: "0x5" };
  const transactions = [
    { hash: word("1"), to: address, value: "0x5" },
    { hash: word("2"), to: address, value: "0x6" },
  ];
  scripted.respond = results(({ method, params }) =>
    method === "eth_getTransactionReceipt"
      ? { status: params[0] === word("1") ? "0x0" : "0x1", blockHash: word("b") }
      : { ...block, transactions },
  );
  const transfers = await node.unrecordedCoin?.transfers(new Set([address]), 1, 1);
  expect(transfers?.map(({ txHash }) => txHash)).toEqual([word("2")]);
});

test("many full blocks of a busy network are read", async () => {
  const paid = { hash: word("1"), to: address, from: address, value: "0x5" };
  const other = { ...paid, to: word("1").slice(0, 42), input: `0x${"ff".repeat(500_000)}` };
  scripted.respond = results(({ method, params: [number] }) =>
    method === "eth_getTransactionReceipt"
      ? { status: "0x1", blockHash: word("b") }
      : { ...rawHeader, number, transactions: [other, ...(number === "0x14" ? [paid] : [])] },
  );
  const transfers = await node.unrecordedCoin?.transfers(new Set([address]), 1, 20);
  expect(transfers?.map(({ blockNumber }) => blockNumber)).toEqual([20]);
});

test.each([
  ["no receipt", null],
  ["a receipt of another block", { status: "0x1", blockHash: word("c") }],
])(
  "%s of a mined payment comes from another node, and does not mean a failure",
  async (_, given) => {
    const paid = { hash: word("1"), to: address, from: address, value: "0x5" };
    scripted.respond = results(({ method }) =>
      method === "eth_getTransactionReceipt" ? given : { ...rawHeader, transactions: [paid] },
    );
    await expect(node.unrecordedCoin?.transfers(new Set([address]), 16, 16)).rejects.toThrow(
      ChainUnavailable,
    );
  },
);

test.each<[string, ScriptedResponse]>([
  ["no response", () => "drop"],
  ["no JSON", () => "<html>busy</html>"],
  ["one error for all", () => ({ id: 0, error: { code: -32005, message: "limit" } })],
  ["a response to something else", () => [{ id: 77, result: "0x1" }]],
  ["an error", () => [{ id: 0, error: { code: -32005, message: "limit" } }]],
  ["another form", () => [{ id: 0, result: { number: 5 } }]],
  ["nothing", () => [{ id: 0, result: null }]],
])("%s is not a block, and the error does not contain the node's address", async (_, response) => {
  scripted.respond = response;
  const failed = await node.head().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ChainUnavailable);
  const texts = [failed, (failed as Error).cause].map(
    (each) => `${each} ${(each as Error)?.stack}`,
  );
  expect(texts.join()).not.toContain("secret-key");
});

describe("what an address has sent", () => {
  const hash = word("77");
  const other = { hash: word("78"), from: `0x${"cd".repeat(20)}`, value: "0x9" };
  const range = { after: 8, to: 40, first: 2, end: 3 };
  /** The address's third transaction is in block 29. */
  const saying = (receipt: object, sentFrom = address.toUpperCase().replace("X", "x")) =>
    results(({ method, params }) => {
      const [, at] = params as string[];
      if (method === "eth_getTransactionCount") return Number(at) >= 29 ? "0x3" : "0x2";
      if (method === "eth_getBlockByNumber") {
        const isIt = params[0] === "0x1d";
        const own = { hash, from: sentFrom, value: "0x64" };
        return { ...rawHeader, transactions: isIt ? [other, own] : [other] };
      }
      return receipt;
    });
  const receipt = { status: "0x1", gasUsed: "0xa", effectiveGasPrice: "0x2" };

  test.each([
    ["value and fee", receipt, { total: 120n, fees: 20n }],
    ["the fee of the network below, too", { ...receipt, l1Fee: "0x5" }, { total: 125n, fees: 25n }],
    ["only the fee of a failed one", { ...receipt, status: "0x0" }, { total: 20n, fees: 20n }],
  ])("%s", async (_, said, spent) => {
    scripted.respond = saying(said);
    expect(await node.unrecordedCoin?.spent(address, range)).toEqual(spent);
  });

  test("is unknown when nothing matches, or the node has no older states", async () => {
    scripted.respond = saying(receipt, other.from);
    expect(await node.unrecordedCoin?.spent(address, range)).toBeNull();
    scripted.respond = (calls) =>
      calls.map(({ id }) => ({ jsonrpc: "2.0", id, error: { code: -32_000, message: "pruned" } }));
    expect(await node.unrecordedCoin?.spent(address, range)).toBeNull();
    scripted.respond = () => "drop";
    await expect(node.unrecordedCoin?.spent(address, range)).rejects.toThrow(ChainUnavailable);
  });
});
