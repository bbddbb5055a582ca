import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import type { DepositView } from "../deposit-view.ts";
import { type CoinsWorld, createCoinsWorld } from "../testing/coins-world.ts";

/** Largest block range for which the node returns events. */
let maxBlocksPerRequest = Number.POSITIVE_INFINITY;
/** An address about whose events the node refuses to answer. */
let refusedAddress = "none";
/** Newest block of the node that answers questions about events. */
let lastBlockOfEvents = Number.POSITIVE_INFINITY;
/** The node has no states from before this block. */
let oldestState = 0;
let between: Server;
let world: CoinsWorld;
beforeAll(async () => {
  let sandboxUrl = "";
  between = createServer(async (request, response) => {
    const { method = "GET", url, headers } = request;
    let body = "";
    for await (const chunk of request) body += chunk;
    if (url === "/chain/rpc" && exceedsRange(body)) return void response.writeHead(413).end("{}");
    const { authorization = "" } = headers;
    const sent = { method, headers: { authorization }, ...(body === "" ? {} : { body }) };
    const answer = await fetch(`${sandboxUrl}${url}`, sent);
    const text = await answer.text();
    response.writeHead(answer.status).end(url === "/chain/rpc" ? simulateLag(body, text) : text);
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const { port } = between.address() as AddressInfo;
  world = await createCoinsWorld((url) => {
    sandboxUrl = url;
    return { SANDBOX_URL: `http://127.0.0.1:${port}` };
  });
});
afterAll(async () => {
  await world.close();
  between.closeAllConnections();
  await new Promise((resolve) => between.close(resolve));
});

function exceedsRange(body: string): boolean {
  const calls = JSON.parse(body) as { method: string; params: Record<string, string>[] }[];
  return calls.some(({ method, params: [filter] }) => {
    if (method !== "eth_getLogs") return false;
    if (JSON.stringify(filter).includes(refusedAddress.slice(2).toLowerCase())) return true;
    return Number(filter?.["toBlock"]) - Number(filter?.["fromBlock"]) >= maxBlocksPerRequest;
  });
}

/** Simulates a lagging node at a shared address: for newer blocks it returns no block and no events. */
function simulateLag(asked: string, answered: string): string {
  const calls = JSON.parse(asked) as { id: number; method: string; params: unknown[] }[];
  const [state] = calls.filter(({ method }) => method === "eth_getTransactionCount");
  if (state && Number(state.params[1]) < oldestState) {
    const error = { code: -32_000, message: "missing trie node" };
    return JSON.stringify([{ jsonrpc: "2.0", id: state.id, error }]);
  }
  const isBehind = (block: unknown) => Number(block) > lastBlockOfEvents;
  if (!calls.some(({ method }) => method === "eth_getLogs")) return answered;
  const body = JSON.parse(answered) as { id: number; result: unknown }[];
  for (const answer of body) {
    const call = calls.find(({ id }) => id === answer.id);
    const [first] = call?.params ?? [];
    if (call?.method === "eth_getLogs") {
      if (isBehind((first as Record<string, unknown>)["toBlock"])) answer.result = [];
    } else if (isBehind(first)) answer.result = null;
  }
  return JSON.stringify(body);
}

const minutes = (count: number) => count * 60_000;
const newest = (deposit: DepositView) => world.newest(deposit);

/** The block fails the transfer, because the sender has none of the token. */
async function sendUncovered(
  { address }: DepositView,
  token: string = sandboxChain.tokens.USDC,
): Promise<void> {
  const from = `0x${"51".repeat(20)}`;
  await world.wallet.ask("anvil_impersonateAccount", from);
  await world.wallet.ask("anvil_setBalance", from, "0xde0b6b3a7640000");
  const word = (text: string) => text.padStart(64, "0");
  const data = `0xa9059cbb${word(address.slice(2).toLowerCase())}${word((40_000_000).toString(16))}`;
  const order = { from, to: token, data, gas: "0x186a0" };
  expect(await world.wallet.ask("eth_sendTransaction", order)).toMatch(/^0x/);
}

test("a transfer that fails in its block no longer holds the deposit open", async () => {
  const deposit = await world.open(4_000);
  await sendUncovered(deposit);
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "detected" });
  await world.wallet.mine(1);
  for (const _ of [1, 2, 3]) await world.round();
  expect(newest(deposit)).toMatchObject({ status: "waiting", received: "0" });
  await world.round(minutes(17));
  expect(newest(deposit)).toMatchObject({ status: "expired" });
});

test("another token's failed transfer does not count as a wrong asset", async () => {
  const deposit = await world.open(4_000);
  await sendUncovered(deposit, sandboxChain.otherToken);
  await world.round();
  await world.wallet.mine(1);
  for (const _ of [1, 2, 3]) await world.round();
  const shown = world.reported.filter(({ view }) => view.address === deposit.address);
  expect(shown.filter(({ view }) => view.hasWrongAsset)).toEqual([]);
  await world.wallet.pay(deposit.uri, { mine: 3 });
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "confirmed", hasWrongAsset: false });
});

describe("pending coin that was mined long ago when the watcher returns", () => {
  test("counts once, and is not overpaid", async () => {
    const deposit = await world.open(5_000, "ETH");
    await world.wallet.pay(deposit.uri);
    await world.round();
    await world.wallet.mine(50);
    await world.round();
    const paid = { received: "0.02", isOverpaid: false };
    expect(newest(deposit)).toMatchObject({ ...paid, status: "confirming" });
    await world.wallet.mine(2);
    await world.round();
    expect(newest(deposit)).toMatchObject({ ...paid, status: "confirmed" });
  });

  test("counts as half when it is half", async () => {
    const deposit = await world.open(5_000, "ETH");
    await world.wallet.pay(deposit.uri, { times: 0.5 });
    await world.round();
    await world.wallet.mine(50);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "underpaid", received: "0.01" });
  });
});

test.each([
  ["unknown tokens", "DAI"],
  ["tiny payments", "USDC"],
])("forty transfers of %s leave room for the right one", async (_, asset) => {
  const deposit = await world.open(4_000);
  for (let dust = 0; dust < 41; dust += 1) {
    await world.wallet.pay(deposit.uri, { asset, times: 0.001 });
  }
  await world.wallet.mine(1);
  await world.round();
  await world.wallet.pay(deposit.uri, { mine: 3 });
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
});

test("late money that was written but not assessed before a crash is assessed in the next round", async () => {
  const deposit = await world.open(4_000);
  await world.round(minutes(17));
  const { kysely } = world.service.deps.database;
  const before = await world.rowOf(deposit);
  await world.wallet.pay(deposit.uri, { mine: 3 });
  await world.round(minutes(1));
  expect((await world.rowOf(deposit)).status).toBe("late");
  await kysely
    .updateTable("crypto_deposits")
    .set(before)
    .where("crypto_deposit_id", "=", before.crypto_deposit_id)
    .execute();
  await world.round(minutes(20));
  expect((await world.rowOf(deposit)).status).toBe("late");
});

describe("coin at an address that was read further than another", () => {
  async function seen(deposit: DepositView) {
    const { crypto_deposit_id } = await world.rowOf(deposit);
    return world.service.deps.database.kysely
      .selectFrom("crypto_transfers")
      .select(["amount", "state"])
      .where("crypto_deposit_id", "=", crypto_deposit_id)
      .execute();
  }
  async function lookAt({ address }: DepositView, inMs: number) {
    await world.service.deps.database.kysely
      .updateTable("crypto_watches")
      .set({ next_look_at: new Date(world.clock.nowMs() + inMs) })
      .where("address", "=", address.toLowerCase())
      .execute();
  }
  const half = { amount: "10000000000000000", state: "mined" };

  test("counts each time that it arrives", async () => {
    const [paid, other] = [await world.open(5_000, "ETH"), await world.open(5_000, "ETH")];
    await world.round(minutes(17));
    await lookAt(other, minutes(60));
    await lookAt(paid, 0);
    await world.wallet.pay(paid.uri, { times: 0.5, mine: 3 });
    await world.round();
    await world.wallet.pay(paid.uri, { times: 0.5, mine: 3 });
    await lookAt(other, 0);
    await lookAt(paid, 0);
    await world.round();
    expect(await seen(paid)).toEqual([half, half]);
  });

  test("counts once, even when seen closer to the chain's end than late money is read", async () => {
    const other = await world.open(5_000, "ETH");
    await world.round(minutes(17));
    await lookAt(other, minutes(60));
    await world.wallet.mine(3);
    const paid = await world.open(5_000, "ETH");
    await world.wallet.pay(paid.uri, { times: 0.5, mine: 1 });
    await world.round();
    await world.round(minutes(17));
    await lookAt(other, 0);
    await lookAt(paid, 0);
    await world.round();
    await world.wallet.mine(40);
    await lookAt(paid, 0);
    await world.round();
    expect(await seen(paid)).toEqual([half]);
    expect(await world.rowOf(paid)).toMatchObject({ status: "expired" });
  });
});

describe("coin that the seed's owner collects between two rounds", () => {
  /** An ended deposit, with its stored transfers. */
  async function ended() {
    const deposit = await world.open(5_000, "ETH");
    await world.round(minutes(17));
    const { crypto_deposit_id } = await world.rowOf(deposit);
    const { kysely } = world.service.deps.database;
    return {
      pay: (times: number) => world.wallet.pay(deposit.uri, { times, mine: 8 }),
      seen: async () => {
        const rows = await kysely
          .selectFrom("crypto_transfers")
          .select("amount")
          .where("crypto_deposit_id", "=", crypto_deposit_id)
          .where("state", "=", "mined")
          .execute();
        return rows.map(({ amount }) => Number(amount) / 1e18).sort();
      },
      look: async () => {
        await kysely
          .updateTable("crypto_watches")
          .set({ next_look_at: new Date(world.clock.nowMs()) })
          .where("crypto_deposit_id", "=", crypto_deposit_id)
          .execute();
        await world.round();
      },
      collect: (parts?: number) => collect(deposit, parts),
    };
  }
  const ask: typeof world.wallet.ask = (...call) => world.wallet.ask(...call);

  /** Sends everything from the address elsewhere, in this many transactions of one block. */
  async function collect({ address: from }: DepositView, parts = 1): Promise<void> {
    await ask("anvil_impersonateAccount", from);
    const held = BigInt(String(await ask("eth_getBalance", from, "latest")));
    const gasPrice = 2n * BigInt(String(await ask("eth_gasPrice")));
    const left = held - BigInt(parts) * 21_000n * gasPrice;
    const hex = (amount: bigint) => `0x${amount.toString(16)}`;
    const order = { from, to: `0x${"77".repeat(20)}`, gas: "0x5208", gasPrice: hex(gasPrice) };
    const some = left / BigInt(parts);
    for (let part = 1; part <= parts; part += 1) {
      const value = part < parts ? some : left - some * BigInt(parts - 1);
      await ask("eth_sendTransaction", { ...order, value: hex(value) });
    }
    await world.wallet.mine(8);
    expect(await ask("eth_getBalance", from, "latest")).toBe("0x0");
  }

  test("counts again when the same amount is paid again, and collecting it does not count", async () => {
    const { pay, seen, look, collect: all } = await ended();
    await pay(0.5);
    await look();
    expect(await seen()).toEqual([0.01]);
    await all();
    await pay(0.5);
    await look();
    expect(await seen()).toEqual([0.01, 0.01]);
    await all();
    await look();
    expect(await seen()).toEqual([0.01, 0.01]);
  });

  test("is found even if it was never seen there, however often it is collected", async () => {
    const { pay, seen, look, collect: all } = await ended();
    await pay(0.5);
    await all();
    await look();
    expect(await seen()).toEqual([0.01]);
    await pay(0.25);
    await all();
    await pay(1);
    await all(3);
    await pay(0.25);
    await look();
    expect((await seen()).reduce((sum, each) => sum + each, 0)).toBeCloseTo(0.04, 9);
  });

  test("is logged as unseen at a node without older states, and the network is still followed", async () => {
    const { pay, seen, look, collect: all } = await ended();
    await pay(0.5);
    await all();
    oldestState = Number(await ask("eth_blockNumber")) - sandboxChain.confirmations + 1;
    await look();
    oldestState = 0;
    expect(await seen()).toEqual([]);
    expect(world.logLines.at(-1)).toContain("earlier payments to them may be unseen");
    await pay(0.5);
    await look();
    expect(await seen()).toEqual([0.01]);
  });
});

test("a range that is too large for a node is read in smaller parts", async () => {
  const deposit = await world.open(4_000);
  await world.round();
  await world.wallet.mine(40);
  await world.wallet.pay(deposit.uri, { mine: 20 });
  maxBlocksPerRequest = 10;
  for (let times = 0; times < 12; times += 1) await world.round(40_000);
  maxBlocksPerRequest = Number.POSITIVE_INFINITY;
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
});

test("an ended deposit that cannot be read does not slow the reading for those who pay now", async () => {
  const ended = await world.open(4_000);
  await world.round(minutes(17));
  expect(newest(ended)).toMatchObject({ status: "expired" });
  await world.service.deps.database.kysely
    .updateTable("crypto_watches")
    .set({ next_look_at: new Date(world.clock.nowMs()) })
    .where("address", "=", ended.address.toLowerCase())
    .execute();
  const deposit = await world.open(4_100);
  refusedAddress = ended.address;
  await world.wallet.mine(10);
  for (let times = 0; times < 8; times += 1) await world.round(40_000);
  await world.wallet.mine(40);
  await world.wallet.pay(deposit.uri, { mine: 3 });
  for (let times = 0; times < 3; times += 1) await world.round(40_000);
  refusedAddress = "none";
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
});

test("a lagging node's empty list does not hide a payment", async () => {
  const deposit = await world.open(4_000);
  await world.round();
  lastBlockOfEvents = Number(await world.wallet.ask("eth_blockNumber"));
  await world.wallet.pay(deposit.uri, { mine: 3 });
  await world.round();
  lastBlockOfEvents = Number.POSITIVE_INFINITY;
  await world.round(minutes(1));
  expect(newest(deposit)).toMatchObject({ status: "confirmed", received: "40" });
});
