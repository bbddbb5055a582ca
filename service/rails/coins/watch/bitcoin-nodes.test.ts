/** Nodes that lag, know less, or are slow. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sandboxBitcoin } from "#contract/connectors/sandbox-chain";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { DepositView } from "../deposit-view.ts";
import { type CoinsWorld, createCoinsWorld } from "../testing/coins-world.ts";

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
interface NodeResponse {
  readonly id: number;
  readonly result: unknown;
  readonly error: object | null;
}

/** Overrides the sandbox node's response to a call, unless undefined. */
let instead: (call: Call, batch: readonly Call[]) => Partial<NodeResponse> | undefined = () =>
  undefined;
let delayMs = 0;
let askNode: (method: string, ...params: unknown[]) => Promise<unknown>;
let between: Server;
let world: CoinsWorld;
beforeAll(async () => {
  let sandboxUrl = "";
  between = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { authorization = "" } = request.headers;
    const answer = await fetch(`${sandboxUrl}/bitcoin/rpc`, {
      method: "POST",
      body,
      headers: { authorization, "content-type": "application/json" },
    });
    const text = await answer.text();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (!answer.ok) return void response.writeHead(answer.status).end(text);
    const calls = new Map((JSON.parse(body) as Call[]).map((call) => [call.id, call]));
    const said = (JSON.parse(text) as NodeResponse[]).map((response) => {
      const call = calls.get(response.id);
      return { ...response, ...(call && instead(call, [...calls.values()])) };
    });
    response.writeHead(200).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const { port } = between.address() as AddressInfo;
  world = await createCoinsWorld((url) => {
    sandboxUrl = url;
    const node = `http://tessera:${sandboxCredentials.bitcoinNode}@127.0.0.1:${port}/`;
    const { network, chainId } = sandboxBitcoin;
    return { CRYPTO_CHAINS: JSON.stringify([{ network, chainId, url: node, pollMs: 500 }]) };
  });
  askNode = (...call) => world.bitcoin.ask(...call);
  await world.bitcoin.mine(30);
  await world.round();
});
afterEach(() => {
  instead = () => undefined;
  delayMs = 0;
});
afterAll(async () => {
  await world.close();
  between.closeAllConnections();
  await new Promise((resolve) => between.close(resolve));
});

const minutes = (count: number) => count * 60_000;
const open = () => world.open(6_000, "BTC");
const newest = (deposit: DepositView) => world.newest(deposit);
const rounds = async (count: number, ms?: number) => {
  for (let round = 0; round < count; round += 1) await world.round(ms);
};
const notFound = { result: null, error: { code: -5, message: "No such mempool transaction" } };

/** The same chain without its last blocks, from now on. */
async function simulateLaggingNode(blocks: number): Promise<{ catchUp: (blocks: number) => void }> {
  const newest = Number(await askNode("getblockcount"));
  let height = newest - blocks;
  const hashes = new Map<number, unknown>();
  for (let number = height; number <= newest; number += 1) {
    hashes.set(number, await askNode("getblockhash", number));
  }
  instead = ({ method, params: [first] }) => {
    if (method === "getblockchaininfo") return { result: { bestblockhash: hashes.get(height) } };
    if (method === "getblockcount") return { result: height };
    if (method === "getblockhash" && Number(first) > height) {
      return { result: null, error: { code: -8, message: "Block height out of range" } };
    }
    return method === "getmempoolentry" ? notFound : undefined;
  };
  return {
    catchUp(count) {
      height += count;
    },
  };
}

test("a node that lags for long is not a shorter chain: paid deposits stay paid", async () => {
  const deposit = await open();
  await world.bitcoin.pay(deposit.uri, { mine: 3 });
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
  const reported = world.reported.length;
  const lagging = await simulateLaggingNode(8);
  await rounds(6, 40_000);
  lagging.catchUp(3);
  await rounds(3, 40_000);
  lagging.catchUp(5);
  await rounds(2, 40_000);
  expect(world.reported.slice(reported).map(({ view }) => view.status)).toEqual([]);
  instead = () => undefined;
  await world.bitcoin.mine(1);
  await world.round(40_000);
  expect((await world.rowOf(deposit)).status).toBe("confirmed");
});

describe("two nodes with different newest blocks behind one address", () => {
  test("an old block from one node does not confirm the other node's chain", async () => {
    const deposit = await open();
    await world.bitcoin.pay(deposit.uri, { mine: 1 });
    await world.round();
    const height = Number(await askNode("getblockcount"));
    const before = await askNode("getblockhash", height);
    await world.bitcoin.reorganise(1);
    await world.bitcoin.mine(1);
    // Only a single request for the old block reaches the node on the old chain.
    instead = ({ method, params: [first] }, batch) =>
      method === "getblockhash" && first === height && batch.length === 1
        ? { result: before }
        : undefined;
    await rounds(6);
    await world.bitcoin.mine(2);
    await rounds(4);
    expect((await world.rowOf(deposit)).status).toBe("waiting");
  });

  test("a transaction that one node lists and the other lacks is read again until it succeeds", async () => {
    const deposit = await open();
    await world.bitcoin.pay(deposit.uri);
    instead = ({ method }) => (method === "getrawtransaction" ? notFound : undefined);
    await rounds(4);
    expect(newest(deposit)).toMatchObject({ status: "waiting" });
    instead = () => undefined;
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "detected" });
    await world.bitcoin.mine(2);
    await world.round();
  });

  test("a transaction that was unknown for a while but is still listed counts again", async () => {
    const deposit = await open();
    await world.bitcoin.pay(deposit.uri);
    await rounds(3);
    instead = ({ method }) => (method === "getmempoolentry" ? notFound : undefined);
    await rounds(3);
    expect(newest(deposit)).toMatchObject({ status: "waiting" });
    instead = () => undefined;
    await rounds(1);
    expect(newest(deposit)).toMatchObject({ status: "detected" });
    await world.round(minutes(20));
    await world.bitcoin.mine(2);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed" });
  });
});

test("no deposit expires while pending transactions cannot be read", async () => {
  const deposit = await open();
  await world.bitcoin.pay(deposit.uri);
  instead = ({ method }) =>
    method === "getrawmempool" ? { result: null, error: { code: -1, message: "busy" } } : undefined;
  await rounds(2, minutes(10));
  expect((await world.rowOf(deposit)).status).toBe("waiting");
  instead = () => undefined;
  await world.round();
  // The node reports when it received the transaction: in time.
  expect(newest(deposit)).toMatchObject({ status: "detected" });
  await world.bitcoin.mine(2);
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
});

test("blocks read late count by their own times, even when an earlier block has a later time", async () => {
  const deposit = await open();
  await world.round();
  await world.bitcoin.mine(3);
  await world.bitcoin.setTimeMs(world.clock.nowMs() + minutes(40));
  await world.bitcoin.mine(1);
  await world.bitcoin.setTimeMs(world.clock.nowMs() + minutes(5));
  await world.bitcoin.pay(deposit.uri, { mine: 3 });
  await world.round(minutes(30));
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
});

test("a replacement that nobody watched does not count as overpaid", async () => {
  const deposit = await open();
  const { transactionHash } = await world.bitcoin.pay(deposit.uri);
  await world.round();
  await world.bitcoin.replace(transactionHash);
  await world.bitcoin.mine(2);
  await rounds(4);
  expect(newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: false });
  const shown = world.reported.filter(({ view }) => view.address === deposit.address);
  expect(shown.some(({ view }) => view.isOverpaid)).toBe(false);
});

test("pruned old blocks do not delay a customer who pays now", async () => {
  const ended = await open();
  await world.round(minutes(17));
  expect(newest(ended)).toMatchObject({ status: "expired" });
  const first = Number(await askNode("getblockcount")) + 1;
  const deposit = await open();
  const lookAt = (atMs: number) =>
    world.service.deps.database.kysely
      .updateTable("crypto_watches")
      .set({ next_look_at: new Date(atMs) })
      .where("address", "=", ended.address)
      .execute();
  await lookAt(world.clock.nowMs() + minutes(60));
  await world.bitcoin.mine(6);
  await world.round();
  await lookAt(world.clock.nowMs());
  const cast = await askNode("getblockhash", first);
  instead = ({ method, params: [hash] }) =>
    method === "getblock" && hash === cast
      ? { result: null, error: { code: -1, message: "Block not available (pruned data)" } }
      : undefined;
  await world.bitcoin.pay(deposit.uri, { mine: 2 });
  await rounds(2, minutes(1));
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
});

test("a pruned block that may hold a payment is logged, whatever failed before, and shows in the metrics", async () => {
  const deposit = await open();
  await world.bitcoin.pay(deposit.uri, { mine: 2 });
  await world.bitcoin.spoil("error", 1);
  await world.round();
  instead = ({ method }) =>
    method === "getblock"
      ? { result: null, error: { code: -1, message: "Block not available (pruned data)" } }
      : undefined;
  const reported = world.logLines.length;
  await rounds(3, minutes(1));
  const lines = world.logLines.slice(reported).filter((line) => line.includes("has pruned it"));
  expect(lines).toHaveLength(1);
  const { text } = await world.service.deps.metrics.expose();
  const [, behind] = /tessera_crypto_behind_seconds{network="bitcoin"} (\d+)/.exec(text) ?? [];
  expect(Number(behind)).toBeGreaterThan(120);
  expect(world.coins.offered().map(({ asset }) => asset)).not.toContain("BTC");
  instead = () => undefined;
  await rounds(2, minutes(1));
  expect(newest(deposit)).toMatchObject({ status: "confirmed" });
});

test("a round that takes long because of a slow node keeps its lease", async () => {
  const times = { leaseMs: 600 };
  const [one, other] = [world.anotherWatcher(times), world.anotherWatcher(times)];
  const deposit = await open();
  await world.coins.close();
  await world.bitcoin.pay(deposit.uri, { mine: 2 });
  await world.round(40_000, one);
  const holder = async () => {
    const { lease_token } = await world.service.deps.database.kysely
      .selectFrom("crypto_chains")
      .select("lease_token")
      .where("network", "=", "bitcoin")
      .executeTakeFirstOrThrow();
    return lease_token;
  };
  const before = await holder();
  const watchOf = ({ jobs }: typeof one) => jobs.find(({ name }) => /watch/.test(name));
  delayMs = 400;
  await world.bitcoin.mine(1);
  world.clock.advance(1_000);
  let isOver = false;
  const round = watchOf(one)?.run(AbortSignal.timeout(60_000));
  const ended = round?.then(() => {
    isOver = true;
  });
  while (!isOver) {
    world.clock.advance(100);
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (!isOver) await watchOf(other)?.run(AbortSignal.timeout(60_000));
  }
  await ended;
  expect([await holder(), before]).toEqual([before, expect.any(String)]);
});
