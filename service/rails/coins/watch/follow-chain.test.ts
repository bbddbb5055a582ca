/** What a watcher meets on a chain where others do as they like. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import type { DepositView } from "../deposit-view.ts";
import { type CoinsWorld, createCoinsWorld } from "../testing/coins-world.ts";

/** Stands between us and the sandbox; its node looks for events in so many blocks at a time and no more. */
let mostBlocksAsked = Number.POSITIVE_INFINITY;
/** Whoever is asked for events behind the node's address has so many blocks only. */
let lastBlockOfEvents = Number.POSITIVE_INFINITY;
/** It knows no states of before this block. */
let oldestState = 0;
let between: Server;
let world: CoinsWorld;
beforeAll(async () => {
  let sandboxUrl = "";
  between = createServer(async (request, response) => {
    const { method = "GET", url, headers } = request;
    let body = "";
    for await (const chunk of request) body += chunk;
    if (url === "/chain/rpc" && asksTooMuch(body)) return void response.writeHead(413).end("{}");
    const { authorization = "" } = headers;
    const sent = { method, headers: { authorization }, ...(body === "" ? {} : { body }) };
    const answer = await fetch(`${sandboxUrl}${url}`, sent);
    const text = await answer.text();
    response.writeHead(answer.status).end(url === "/chain/rpc" ? asSeenBehind(body, text) : text);
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

function asksTooMuch(body: string): boolean {
  const calls = JSON.parse(body) as { method: string; params: Record<string, string>[] }[];
  return calls.some(({ method, params: [filter] }) => {
    if (method !== "eth_getLogs") return false;
    return Number(filter?.["toBlock"]) - Number(filter?.["fromBlock"]) >= mostBlocksAsked;
  });
}

/** Addresses of nodes hide many, and some lag: they know nothing of newer blocks, and say so of events too. */
function asSeenBehind(asked: string, answered: string): string {
  const calls = JSON.parse(asked) as { id: number; method: string; params: unknown[] }[];
  const [state] = calls.filter(({ method }) => method === "eth_getTransactionCount");
  if (state && Number(state.params[1]) < oldestState) {
    const error = { code: -32_000, message: "missing trie node" };
    return JSON.stringify([{ jsonrpc: "2.0", id: state.id, error }]);
  }
  const isBehind = (block: unknown) => Number(block) > lastBlockOfEvents;
  if (!calls.some(({ method }) => method === "eth_getLogs")) return answered;
  const answers = JSON.parse(answered) as { id: number; result: unknown }[];
  for (const answer of answers) {
    const call = calls.find(({ id }) => id === answer.id);
    const [first] = call?.params ?? [];
    if (call?.method === "eth_getLogs") {
      if (isBehind((first as Record<string, unknown>)["toBlock"])) answer.result = [];
    } else if (isBehind(first)) answer.result = null;
  }
  return JSON.stringify(answers);
}

const minutes = (count: number) => count * 60_000;
const standing = (deposit: DepositView) => world.standing(deposit);

/** Hands in a transfer that its block will find nothing to move for: its sender has none of the token. */
async function handInUnfounded(
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

test("a transfer that fails in its block holds a payment up no longer", async () => {
  const deposit = await world.open(4_000);
  await handInUnfounded(deposit);
  await world.round();
  expect(standing(deposit)).toMatchObject({ status: "detected" });
  await world.wallet.mine(1);
  for (const _ of [1, 2, 3]) await world.round();
  expect(standing(deposit)).toMatchObject({ status: "waiting", received: "0" });
  await world.round(minutes(17));
  expect(standing(deposit)).toMatchObject({ status: "expired" });
});

test("another token's transfer that fails in its block is nobody's wrong asset", async () => {
  const deposit = await world.open(4_000);
  await handInUnfounded(deposit, sandboxChain.otherToken);
  await world.round();
  await world.wallet.mine(1);
  for (const _ of [1, 2, 3]) await world.round();
  const shown = world.told.filter(({ view }) => view.address === deposit.address);
  expect(shown.filter(({ view }) => view.hasWrongAsset)).toEqual([]);
  await world.wallet.pay(deposit.uri, { mine: 3 });
  await world.round();
  expect(standing(deposit)).toMatchObject({ status: "confirmed", hasWrongAsset: false });
});

describe("coin that was seen waiting, in a block of long ago when the watcher is back", () => {
  test("counts once, and is not too much", async () => {
    const deposit = await world.open(5_000, "ETH");
    await world.wallet.pay(deposit.uri);
    await world.round();
    await world.wallet.mine(50);
    await world.round();
    const paid = { received: "0.02", isOverpaid: false };
    expect(standing(deposit)).toMatchObject({ ...paid, status: "confirming" });
    await world.wallet.mine(2);
    await world.round();
    expect(standing(deposit)).toMatchObject({ ...paid, status: "confirmed" });
  });

  test("half of it is half of it", async () => {
    const deposit = await world.open(5_000, "ETH");
    await world.wallet.pay(deposit.uri, { times: 0.5 });
    await world.round();
    await world.wallet.mine(50);
    await world.round();
    expect(standing(deposit)).toMatchObject({ status: "underpaid", received: "0.01" });
  });
});

test.each([
  ["tokens that nobody has named", "DAI"],
  ["payments of next to nothing", "USDC"],
])("forty %s leave room for the one that was asked for", async (_, asset) => {
  const deposit = await world.open(4_000);
  for (let dust = 0; dust < 41; dust += 1) {
    await world.wallet.pay(deposit.uri, { asset, times: 0.001 });
  }
  await world.wallet.mine(1);
  await world.round();
  await world.wallet.pay(deposit.uri, { mine: 3 });
  await world.round();
  expect(standing(deposit)).toMatchObject({ status: "confirmed" });
});

test("late money that a crash left written but not judged is judged at the next look", async () => {
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

describe("coin at an address, beside another that was read less far", () => {
  /** What has been written down of the deposit's money. */
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

  test("counts each time that it comes", async () => {
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

  test("counts once, though it was seen nearer to the chain's end than late money is looked for", async () => {
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

describe("coin that whoever has the seed collects between two looks", () => {
  /** An ended payment, and what has been written down of its money. */
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

  /** Sends all that the address holds elsewhere, to the last bit; in so many transactions of one block. */
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

  test("and that is paid again as much: both are seen, and collecting them is no payment", async () => {
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

  test("and that nobody has seen there: it is seen, however often it is collected", async () => {
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

  test("at a node that knows no older states: told as unseen, and the network is followed on", async () => {
    const { pay, seen, look, collect: all } = await ended();
    await pay(0.5);
    await all();
    oldestState = Number(await ask("eth_blockNumber")) - sandboxChain.confirmations + 1;
    await look();
    oldestState = 0;
    expect(await seen()).toEqual([]);
    expect(world.logLines.at(-1)).toContain("what came to them before may be unseen");
    await pay(0.5);
    await look();
    expect(await seen()).toEqual([0.01]);
  });
});

test("what is too much for a node at once is asked for in smaller parts", async () => {
  const deposit = await world.open(4_000);
  await world.round();
  await world.wallet.mine(40);
  await world.wallet.pay(deposit.uri, { mine: 20 });
  mostBlocksAsked = 10;
  for (let times = 0; times < 12; times += 1) await world.round(40_000);
  mostBlocksAsked = Number.POSITIVE_INFINITY;
  expect(standing(deposit)).toMatchObject({ status: "confirmed" });
});

test("a node that does not have a block yet leaves no payment out by saying that nothing is in it", async () => {
  const deposit = await world.open(4_000);
  await world.round();
  lastBlockOfEvents = Number(await world.wallet.ask("eth_blockNumber"));
  await world.wallet.pay(deposit.uri, { mine: 3 });
  await world.round();
  lastBlockOfEvents = Number.POSITIVE_INFINITY;
  await world.round(minutes(1));
  expect(standing(deposit)).toMatchObject({ status: "confirmed", received: "40" });
});
