import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOutgoingHttp } from "../../platform/outgoing-http.ts";
import { type ChainNode, ChainUnavailable, createBitcoinNode } from "./index.ts";
import {
  type ScriptedCall,
  type ScriptedNode,
  type ScriptedResponse,
  startScriptedNode,
} from "./testing/scripted-node.ts";

let scripted: ScriptedNode;
let node: ChainNode;
const http = createOutgoingHttp();

beforeAll(async () => {
  scripted = await startScriptedNode();
});
afterAll(async () => {
  await http.close();
  await scripted.close();
});
beforeEach(() => {
  scripted.batches = [];
  scripted.authorizations = [];
  // A new node for each test: a node caches blocks.
  const url = `http://us%40er:secret-key@127.0.0.1:${scripted.port}/wallet/w`;
  node = createBitcoinNode(http, url, { least: 2, withoutEstimate: 10 });
});

const id = (text: string) => text.padStart(64, "0");
const mine = "bcrt1qmine";
/** Fees in satoshis per byte, alone and with ancestors. */
const paying = (rate: number, withAncestors = rate) => ({
  time: 77,
  vsize: 200,
  ancestorsize: 400,
  fees: { base: (rate * 200) / 1e8, ancestor: (withAncestors * 400) / 1e8 },
});
const pays = (value: number, n: number, address?: string) => {
  return { value, n, scriptPubKey: { hex: "00", type: "any", ...(address ? { address } : {}) } };
};
const header = (height: number) => ({
  hash: id(`b${height}`),
  height,
  time: 100 + height,
  version: 1,
  ...(height > 0 ? { previousblockhash: id(`b${height - 1}`) } : {}),
});
const at = (height: number) => ({
  number: height,
  hash: id(`b${height}`),
  timestampMs: (100 + height) * 1_000,
  parentHash: height > 0 ? id(`b${height - 1}`) : id(""),
});

/** Bitcoin Core on a chain of three blocks. */
const blocks = [0, 1, 2].map((height) => ({ ...header(height), tx: [] as object[] }));
const waiting = new Map<string, object>();
function core({ id: question, method, params: [first] }: ScriptedCall): object {
  const result = (value: unknown) => ({ id: question, result: value, error: null });
  const error = (code: number, message: string) => ({
    id: question,
    result: null,
    error: { code, message },
  });
  switch (method) {
    case "getblockchaininfo":
      return result({ chain: "regtest", bestblockhash: blocks.at(-1)?.hash });
    case "getblockcount":
      return result(blocks.length - 1);
    case "getblockhash":
      return blocks[Number(first)]
        ? result(blocks[Number(first)]?.hash)
        : error(-8, "Block height out of range");
    case "getblockheader":
    case "getblock": {
      const found = blocks.find(({ hash }) => hash === first);
      return found ? result(found) : error(-5, "Block not found");
    }
    case "getrawmempool":
      return result([...waiting.keys()]);
    case "getmempoolentry":
    case "getrawtransaction": {
      const found = waiting.get(String(first));
      return found ? result(found) : error(-5, "No such mempool transaction");
    }
    default:
      return error(-32_601, "Method not found");
  }
}
const answering: ScriptedResponse = (calls) => calls.map(core);

test("the user and password of the address go into a header, and the first block names the chain", async () => {
  scripted.respond = answering;
  expect(await node.chainId()).toBe(`bip122:${"0".repeat(32)}`);
  const [sent = ""] = scripted.authorizations;
  expect(Buffer.from(sent?.replace("Basic ", "") ?? "", "base64").toString()).toBe(
    "us@er:secret-key",
  );
});

test("blocks are found by height, and a missing one is null", async () => {
  scripted.respond = answering;
  expect(await node.head()).toEqual(at(2));
  expect(await node.headers([0, 2, 7])).toEqual([at(0), at(2), null]);
});

test("outputs to the addresses become exact transfers, one per transaction", async () => {
  scripted.respond = answering;
  const tx = [
    { txid: id("1"), vout: [pays(0.1, 0, "bcrt1qother"), pays(0.00000001, 1, mine)] },
    // No JSON number is exact here: 2.3 is 229999999.99999997 times 1e-8.
    { txid: id("2"), vout: [pays(2.3, 0, mine), pays(0, 1), pays(0.7, 2, mine)] },
  ];
  (blocks[1] as { tx: object[] }).tx = tx;
  const place = { blockNumber: 1, blockHash: id("b1"), token: null, to: mine };
  const wanted = [
    { txHash: id("1"), amount: 1n, logIndex: 1, ...place },
    { txHash: id("2"), amount: 300_000_000n, logIndex: 0, ...place },
  ];
  expect(await node.transfers([mine], 1, at(2))).toEqual(wanted);
  expect(await node.transfers([mine], 1, at(2))).toEqual(wanted);
  const blockCalls = scripted.batches.flat().filter(({ method }) => method === "getblock");
  expect(blockCalls.map(({ params }) => params)).toEqual([
    [id("b1"), 2],
    [id("b2"), 2],
  ]);
});

test("an empty response from a node with another block does not count", async () => {
  scripted.respond = answering;
  const other = { ...at(2), hash: id("c2") };
  await expect(node.transfers([mine], 1, other)).rejects.toThrow(ChainUnavailable);
  await expect(node.transfers([mine], 1, { ...at(2), number: 3 })).rejects.toThrow(
    ChainUnavailable,
  );
});

test("a pending transaction is read twice, because addresses can be added in between, and then never again", async () => {
  scripted.respond = answering;
  waiting.set(id("9"), { txid: id("9"), vout: [pays(0.5, 3, mine)], ...paying(50) });
  const transfer = {
    txHash: id("9"),
    token: null,
    to: mine,
    amount: 50_000_000n,
    sinceMs: 77_000,
    paysEnough: true,
  };
  let known: ReadonlyMap<string, number> = new Map();
  const look = async (...addresses: string[]) => {
    const transfers = await node.pendingTransfers(new Set(addresses), known);
    ({ known } = transfers);
    return transfers.transfers;
  };
  expect(await look("bcrt1qother")).toEqual([]);
  expect(await look(mine)).toEqual([transfer]);
  scripted.batches = [];
  expect(await look(mine)).toEqual([]);
  expect(scripted.batches.flat().map(({ method }) => method)).toEqual(["getrawmempool"]);
  // A transaction that was not stored as known is returned again.
  expect((await node.pendingTransfers(new Set([mine]), new Map())).transfers).toEqual([transfer]);
  waiting.clear();
  await look(mine);
  expect(known.size).toBe(0);
});

describe("a fee is sufficient", () => {
  /** Answers the methods in `fees` and refuses other fee methods. */
  const withFees =
    (fees: Record<string, object>): ScriptedResponse =>
    (calls) =>
      calls.map((call) => {
        const result = fees[call.method];
        return result ? { id: call.id, result, error: null } : core(call);
      });
  async function paysEnough(entry: object): Promise<boolean | undefined> {
    waiting.set(id("a1"), { txid: id("a1"), vout: [pays(0.5, 0, mine)], time: 77, ...entry });
    const { transfers } = await node.pendingTransfers(new Set([mine]), new Map());
    waiting.clear();
    return transfers[0]?.paysEnough;
  }

  test("when the node expects a block within two hours, ancestors included", async () => {
    scripted.respond = withFees({ estimatesmartfee: { feerate: 0.00005, blocks: 12 } });
    expect(await paysEnough(paying(5.5))).toBe(true);
    expect(await paysEnough(paying(4.5, 5.5))).toBe(false);
    // A parent with too small a fee delays it.
    expect(await paysEnough(paying(5.5, 3))).toBe(false);
    const feeCall = scripted.batches.flat().find(({ method }) => method === "estimatesmartfee");
    expect(feeCall?.params).toEqual([12]);
  });

  test("at the configured rate, when the node refuses estimates or has none", async () => {
    for (const fees of [{}, { estimatesmartfee: { errors: ["Insufficient data"], blocks: 0 } }]) {
      scripted.respond = withFees(fees);
      expect(await paysEnough(paying(9.5))).toBe(false);
      expect(await paysEnough(paying(10.5))).toBe(true);
    }
  });

  test("when it reaches the node's minimum and the configured minimum", async () => {
    const estimatesmartfee = { feerate: 0.00001, blocks: 12 };
    scripted.respond = withFees({ estimatesmartfee });
    expect([await paysEnough(paying(1.5)), await paysEnough(paying(2.5))]).toEqual([false, true]);
    scripted.respond = withFees({ estimatesmartfee, getmempoolinfo: { mempoolminfee: 0.00004 } });
    expect([await paysEnough(paying(3.5)), await paysEnough(paying(4.5))]).toEqual([false, true]);
  });

  test("only when the node reports it", async () => {
    scripted.respond = withFees({ estimatesmartfee: { feerate: 0.00001, blocks: 12 } });
    const { vsize, ancestorsize, fees } = paying(1_000);
    expect(await paysEnough({ vsize, ancestorsize })).toBe(false);
    expect(await paysEnough({ vsize, fees })).toBe(false);
    expect(await paysEnough({ ancestorsize, fees })).toBe(false);
  });

  test("only when it is known: a listed transaction without an entry is read again", async () => {
    waiting.set(id("9"), { txid: id("9"), vout: [pays(0.5, 0, mine)], ...paying(50) });
    scripted.respond = (calls) =>
      calls.map((call) =>
        call.method === "getmempoolentry"
          ? { id: call.id, result: null, error: { code: -5, message: "not in mempool" } }
          : core(call),
      );
    const first = await node.pendingTransfers(new Set([mine]), new Map([[id("9"), 1]]));
    expect(first).toMatchObject({ transfers: [], isWhole: false });
    scripted.respond = answering;
    const second = await node.pendingTransfers(new Set([mine]), first.known);
    expect(second).toMatchObject({ transfers: [{ txHash: id("9") }], isWhole: true });
    waiting.clear();
  });
});

test("new transactions are read before old ones, and the list is complete only when all are read", async () => {
  scripted.respond = answering;
  for (let each = 0; each < 2_500; each += 1) {
    const txid = id(`a${each.toString(16)}`);
    waiting.set(txid, { txid, vout: [], time: 1 });
  }
  const first = await node.pendingTransfers(new Set([mine]), new Map());
  expect(first.isWhole).toBe(false);
  waiting.set(id("9"), { txid: id("9"), vout: [pays(0.5, 0, mine)], time: 77 });
  const second = await node.pendingTransfers(new Set([mine]), first.known);
  expect(second.transfers.map(({ txHash }) => txHash)).toEqual([id("9")]);
  const third = await node.pendingTransfers(new Set([mine]), second.known);
  expect([second.isWhole, third.isWhole]).toEqual([false, true]);
  waiting.clear();
});

test("many pending transactions of the largest size are read", async () => {
  const script = "ff".repeat(750_000);
  for (let number = 100; number < 146; number += 1) {
    const vout = number === 145 ? [pays(0.5, 0, mine)] : [];
    waiting.set(id(`${number}`), { txid: id(`${number}`), vout, hex: script, time: 77 });
  }
  scripted.respond = answering;
  const { transfers, isWhole } = await node.pendingTransfers(new Set([mine]), new Map());
  expect(transfers.map(({ txHash }) => txHash)).toEqual([id("145")]);
  expect(isWhole).toBe(true);
  waiting.clear();
});

test("a listed transaction that the node then does not know is read again", async () => {
  waiting.set(id("9"), { txid: id("9"), vout: [pays(0.5, 0, mine)], time: 77 });
  scripted.respond = (calls) =>
    calls.map((call) =>
      call.method === "getrawtransaction"
        ? { id: call.id, result: null, error: { code: -5, message: "No such" } }
        : core(call),
    );
  let { known } = await node.pendingTransfers(new Set([mine]), new Map());
  ({ known } = await node.pendingTransfers(new Set([mine]), known));
  scripted.respond = answering;
  expect((await node.pendingTransfers(new Set([mine]), known)).transfers).toHaveLength(1);
  waiting.clear();
});

test("an empty response from a node that does not name addresses does not count", async () => {
  scripted.respond = answering;
  const scriptPubKey = { hex: "00", type: "witness_v0_keyhash", addresses: [mine] };
  (blocks[1] as { tx: object[] }).tx = [
    { txid: id("1"), vout: [{ value: 1, n: 0, scriptPubKey }] },
  ];
  await expect(node.transfers([mine], 1, at(2))).rejects.toThrow(/22 or newer/);
  (blocks[1] as { tx: object[] }).tx = [];
});

test("a transaction that is neither pending nor in a newer block cannot arrive", async () => {
  scripted.respond = answering;
  waiting.set(id("9"), { txid: id("9"), vout: [] });
  expect(await node.canStillArrive([id("9"), id("8")], 2)).toEqual([true, false]);
  expect(await node.canStillArrive([id("9"), id("8")], 1)).toEqual([true, true]);
  waiting.clear();
});

test.each<[string, ScriptedResponse]>([
  ["no response", () => "drop"],
  ["no JSON", () => "<html>401</html>"],
  ["an error", () => [{ id: 0, result: null, error: { code: -28, message: "Loading…" } }]],
  ["another form", () => [{ id: 0, result: { bestblockhash: "0x5" }, error: null }]],
  ["nothing", () => [{ id: 0, result: null, error: null }]],
])(
  "%s is not a block, and the error contains neither password nor address",
  async (_, response) => {
    scripted.respond = response;
    const failed = await node.head().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ChainUnavailable);
    const texts = [failed, (failed as Error).cause].map(
      (each) => `${each} ${(each as Error)?.stack}`,
    );
    expect(texts.join()).not.toContain("secret-key");
  },
);
