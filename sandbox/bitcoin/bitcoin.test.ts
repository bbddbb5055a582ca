import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { blockIntervalMs } from "../networks/block-timer.ts";
import { call } from "../testing/sandbox-client.ts";
import { nodeClient } from "./testing/node-client.ts";

// BIP-173's example program, with regtest's prefix.
const to = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const link = `bitcoin:${to}?amount=0.0125&label=Order`;

let dataDir: string;
let sandbox: Sandbox;
const { ask, control, newest } = nodeClient(() => sandbox.url);
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tessera-bitcoin-"));
  sandbox = await createSandbox({ port: 0, dataDir });
  await control("PUT", "mining", { automatic: false });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const pay = (order: object = {}) => control("POST", "payments", { to: link, ...order });
const mine = (count = 1) => control("POST", "blocks", { count });
const hashOf = async (answer: Promise<{ body: Record<string, unknown> }>) =>
  (await answer).body["transactionHash"] as string;
/** The newest block's payments to that address, in BTC. */
async function paidInNewest(address = to): Promise<number[]> {
  const { tx } = await newest();
  return tx
    .flatMap(({ vout }: { vout: object[] }) => vout)
    .filter((out: { scriptPubKey: { address?: string } }) => out.scriptPubKey.address === address)
    .map(({ value }: { value: number }) => value);
}

test("a paid link is pending, gets into a block, and is lost or kept in a reorganization", async () => {
  const { status, body } = await pay();
  expect(status).toBe(201);
  expect(body).toMatchObject({ to, asset: "BTC", amount: "0.0125" });
  const hash = body["transactionHash"];
  expect(await ask("getrawmempool")).toEqual([hash]);
  await mine(3);
  expect(await ask("getrawmempool")).toEqual([]);
  const height = await ask("getblockcount");
  const block = await ask("getblock", await ask("getblockhash", height - 2));
  expect(block.tx).toEqual([expect.any(String), hash]);

  await control("POST", "reorganisations", { depth: 3, keepPayments: true });
  expect(await ask("getblockcount")).toBe(height);
  const kept = await ask("getblock", await ask("getblockhash", height - 2));
  expect(kept.tx[1]).toBe(hash);
  expect(kept.hash).not.toBe(block.hash);
  expect((await ask("getblockheader", block.hash)).confirmations).toBe(-1);

  await control("POST", "reorganisations", { depth: 3 });
  expect((await ask("getblock", await ask("getblockhash", height - 2))).tx).toHaveLength(1);
  expect(await ask("getrawmempool")).toEqual([]);
  expect(await ask("getrawtransaction", hash, true)).toMatchObject({ code: -5 });
});

test("half, double and custom amounts can be sent, with a block at once", async () => {
  expect((await pay({ times: 0.5 })).body).toMatchObject({ amount: "0.00625" });
  expect((await pay({ times: 2 })).body).toMatchObject({ amount: "0.025" });
  expect((await pay({ to, amount: "0.00000546", mine: 1 })).body).toMatchObject({ asset: "BTC" });
  expect((await paidInNewest()).toSorted()).toEqual([0.00000546, 0.00625, 0.025].toSorted());
  const capitals = `BITCOIN:${to.toUpperCase()}?amount=1`;
  expect((await pay({ to: capitals, mine: 1 })).body).toMatchObject({ to, amount: "1" });
});

test("unpayable links and real addresses are refused", async () => {
  const wrong = [
    { to: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081" },
    { to: `${link}&req-somethingyoudontunderstand=50` },
    { to: `bitcoin:${to}?amount=0.000000001` },
    { to },
    { asset: "USDC" },
    { amount: "0" },
    { to: "0x8c8d35429F74ec245F8Ef2f4Fd1e551cFF97d650" },
  ];
  for (const order of wrong) expect((await pay(order)).status, JSON.stringify(order)).toBe(400);
  for (const real of [
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy?amount=0.01",
  ]) {
    const { status, body } = await pay({ to: real, amount: "0.01" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message: expect.stringContaining("real") } });
  }
  // Dust, and more than the payer has.
  for (const amount of ["0.00000100", "5000000"]) {
    expect((await pay({ to, amount })).body).toMatchObject({ error: { code: "chain_refused" } });
  }
  expect(await ask("getrawmempool")).toEqual([]);
});

test("many simultaneous payments are all accepted, even from pending change", async () => {
  const responses = await Promise.all(Array.from({ length: 110 }, () => pay()));
  const hashes = responses.map(({ body }) => body["transactionHash"] as string);
  expect(new Set(hashes).size).toBe(110);
  expect((await ask("getrawmempool")).toSorted()).toEqual(hashes.toSorted());
  await mine();
  expect(await paidInNewest()).toHaveLength(110);
});

test("a pending payment is replaced permanently by another with the same coins", async () => {
  const first = await hashOf(pay());
  const before = await ask("getrawtransaction", first, true);
  const cheap = (await ask("getmempoolentry", first)).fees.base;
  const replacement = await control("POST", "replacements", { transactionHash: first });
  expect(replacement.status).toBe(201);
  expect(replacement.body).toMatchObject({ to, asset: "BTC", amount: "0.0125" });
  const second = replacement.body["transactionHash"] as string;
  expect(await ask("getrawmempool")).toEqual([second]);
  expect(await ask("getmempoolentry", first)).toMatchObject({ code: -5 });
  const after = await ask("getrawtransaction", second, true);
  expect(after.vin[0]).toMatchObject({ txid: before.vin[0].txid, vout: before.vin[0].vout });
  expect((await ask("getmempoolentry", second)).fees.base).toBeGreaterThan(cheap);

  const elsewhere = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry";
  const third = await control("POST", "replacements", {
    transactionHash: second,
    to: elsewhere,
    amount: "0.02",
  });
  expect(third.body).toMatchObject({ to: elsewhere, amount: "0.02" });
  await mine();
  expect(await paidInNewest()).toEqual([]);
  expect(await paidInNewest(elsewhere)).toEqual([0.02]);
  for (const hash of [first, third.body["transactionHash"]]) {
    const { status } = await control("POST", "replacements", { transactionHash: hash });
    expect(status).toBe(409);
  }
});

test("a pending payment can be dropped, and another spends its coins", async () => {
  const hash = await hashOf(pay());
  expect((await control("POST", "drops", { transactionHash: hash })).status).toBe(201);
  expect(await ask("getrawmempool")).toEqual([]);
  expect((await control("POST", "drops", { transactionHash: hash })).status).toBe(409);
  const next = await hashOf(pay());
  await mine();
  expect((await newest()).tx.map(({ txid }: { txid: string }) => txid)).toContain(next);
});

test("the clock can be set ahead, and blocks use its time", async () => {
  const seconds = 86_400;
  // Do not start from the newest block's time: many quick blocks run ahead of the clock.
  const wanted = Math.floor(Date.now() / 1000) + seconds;
  await control("POST", "time", { seconds });
  await mine(2);
  expect((await newest()).time).toBeGreaterThanOrEqual(wanted);
  // Even with the clock set back, a block is later than the median of its predecessors.
  await control("POST", "time", { seconds: 0 });
  await mine(12);
  const { time, mediantime } = await newest();
  expect(time).toBeGreaterThanOrEqual(mediantime);
});

test("blocks are mined automatically while something needs confirmations", async () => {
  const timed: { ms: number; task: () => void }[] = [];
  const other = await createSandbox({
    port: 0,
    deps: {
      schedule: (ms, task) => {
        // Keeps other timers out: the sandbox's timer for overdue disputes never ends.
        if (ms !== blockIntervalMs) return () => {};
        const entry = { ms, task };
        timed.push(entry);
        return () => void timed.splice(timed.indexOf(entry), 1);
      },
    },
  });
  try {
    await call(`${other.url}/bitcoin/payments`, { body: { to: link } });
    const height = async () => (await call(`${other.url}/bitcoin`)).body["height"] as number;
    const start = await height();
    let blockCount = 0;
    for (let due = timed.shift(); due; due = timed.shift()) {
      due.task();
      blockCount += 1;
      await height();
    }
    expect(await height()).toBe(start + blockCount);
    expect(blockCount).toBeGreaterThan(6);
  } finally {
    await other.close();
  }
});

test("a payment that was pending when the sandbox stopped gets into a block after a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-bitcoin-"));
  const due: (() => void)[] = [];
  const open = () =>
    createSandbox({
      port: 0,
      dataDir: folder,
      deps: {
        schedule: (ms, task) => {
          if (ms === 2_000) due.push(task);
          return () => {};
        },
      },
    });
  let other = await open();
  try {
    const { body } = await call(`${other.url}/bitcoin/payments`, { body: { to: link } });
    await other.close();
    due.length = 0;
    other = await open();
    const { ask: askOther } = nodeClient(() => other.url);
    expect(await askOther("getrawmempool")).toEqual([body["transactionHash"]]);
    expect(due).toHaveLength(1);
    due.shift()?.();
    expect(await askOther("getrawmempool")).toEqual([]);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the chain survives a restart; an inconsistent journal is set aside", async () => {
  const hash = await hashOf(pay({ mine: 2 }));
  const waits = await hashOf(pay());
  const before = await ask("getblockchaininfo");
  const restart = async () => {
    await sandbox.close();
    sandbox = await createSandbox({ port: 0, dataDir });
    await control("PUT", "mining", { automatic: false });
  };
  await restart();
  expect(await ask("getblockchaininfo")).toEqual(before);
  expect(await ask("getrawmempool")).toEqual([waits]);
  const second = await ask("getblock", before.bestblockhash);
  expect((await ask("getblock", second.previousblockhash)).tx).toContain(hash);
  expect((await control("POST", "reorganisations", { depth: 2 })).status).toBe(200);
  expect((await pay({ mine: 1 })).status).toBe(201);

  // A crash leaves half a line at the end; only that line is lost.
  const file = join(dataDir, "sandbox-bitcoin.jsonl");
  const height = await ask("getblockcount");
  await sandbox.close();
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.slice(0, -20));
  await restart();
  expect(await ask("getblockcount")).toBe(height - 1);

  await sandbox.close();
  writeFileSync(file, text.replace('"header":"', '"header":"ff'));
  await restart();
  expect(await ask("getblockcount")).toBe(111);
  expect(readFileSync(`${file}.broken`, "utf8")).not.toBe("");
});

test("the blocks that fund the payer cannot be reorganized", async () => {
  await mine(2);
  expect(await control("POST", "reorganisations", { depth: 60 })).toMatchObject({
    status: 409,
    body: { error: { code: "chain_refused" } },
  });
});
