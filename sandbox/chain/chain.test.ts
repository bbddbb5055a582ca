import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call } from "../testing/sandbox-client.ts";

const to = "0x8c8d35429F74ec245F8Ef2f4Fd1e551cFF97d650";
const { USDC } = sandboxChain.tokens;
const link = `ethereum:${USDC}@31337/transfer?address=${to}&uint256=10250000`;

let dataDir: string;
let sandbox: Sandbox;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tessera-chain-"));
  sandbox = await createSandbox({ port: 0, dataDir });
  await control("PUT", "mining", { automatic: false });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function control(method: string, path: string, body: unknown) {
  return call(`${sandbox.url}/chain/${path}`, { method, body });
}

async function ask(method: string, params: unknown[] = []): Promise<unknown> {
  const { body } = await call(`${sandbox.url}/chain/rpc`, {
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  return body["result"];
}

async function balanceOf(holder: string): Promise<bigint> {
  const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt((await ask("eth_call", [{ to: USDC, data }, "latest"])) as string);
}

const pay = (order: object) => control("POST", "payments", order);

test("a paid link is pending, then mined, and survives a reorganization only if requested", async () => {
  const { status, body } = await pay({ to: link });
  expect(status).toBe(201);
  expect(body).toMatchObject({ to, asset: "USDC", amount: "10.25" });
  const hash = body["transactionHash"];
  expect(await ask("eth_getTransactionByHash", [hash])).toMatchObject({ blockNumber: null });
  await control("POST", "blocks", { count: 3 });
  expect(await balanceOf(to)).toBe(10_250_000n);

  await control("POST", "reorganisations", { depth: 3, keepPayments: true });
  expect(await balanceOf(to)).toBe(10_250_000n);
  await control("POST", "reorganisations", { depth: 3 });
  expect(await balanceOf(to)).toBe(0n);
  expect(await ask("eth_getTransactionByHash", [hash])).toBeNull();
});

test("many simultaneous payments are all accepted", async () => {
  const before = await balanceOf(to);
  const responses = await Promise.all(Array.from({ length: 40 }, () => pay({ to: link })));
  expect(responses.map(({ status, body }) => [status, body["error"]])).toEqual(
    responses.map(() => [201, undefined]),
  );
  expect(new Set(responses.map(({ body }) => body["transactionHash"])).size).toBe(40);
  await control("POST", "blocks", { count: 1 });
  expect(await balanceOf(to)).toBe(before + 40n * 10_250_000n);
  await control("POST", "reorganisations", { depth: 1 });
});

test("half, double and custom amounts, and another asset, can be sent", async () => {
  expect((await pay({ to: link, times: 0.5 })).body).toMatchObject({ amount: "5.125" });
  expect((await pay({ to: link, times: 2 })).body).toMatchObject({ amount: "20.5" });
  expect((await pay({ to: link, asset: "DAI" })).body).toMatchObject({ amount: "10.25" });
  expect((await pay({ to, asset: "ETH", amount: "0.004" })).body).toMatchObject({ asset: "ETH" });
  await control("POST", "blocks", { count: 1 });
  expect(await ask("eth_getBalance", [to, "latest"])).toBe(`0x${(4n * 10n ** 15n).toString(16)}`);
  for (const wrong of [{ to: "0x12" }, { to }, { to: link, amount: "0.0000001" }, { to: "abc" }]) {
    expect((await pay(wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
});

test("faults can garble or fail responses", async () => {
  await control("POST", "faults", { answers: "garbled", times: 1 });
  await expect(ask("eth_chainId")).rejects.toThrow();
  await control("POST", "faults", { answers: "error", times: 1 });
  expect(await ask("eth_chainId")).toBeUndefined();
  expect(await ask("eth_chainId")).toBe("0x7a69");
});

describe("the wallet's page", () => {
  const submit = (fields: Record<string, string>) =>
    fetch(`${sandbox.url}/wallet`, { method: "POST", body: new URLSearchParams(fields) });

  test("pays and lists the payment", async () => {
    const page = await (await submit({ link, action: "half" })).text();
    expect(page).toContain("Payment sent.");
    expect(page).toContain("5.125 USDC");
    expect(page).toContain("pending");
    expect(await (await submit({ link, action: "mine_1" })).text()).toMatch(/in block \d+, 1 deep/);
  });

  test("explains an unpayable link and keeps the typed text", async () => {
    const page = await (await submit({ link: '"><b>', action: "pay" })).text();
    expect(page).toContain("not a payment link");
    expect(page).toContain("&#34;&#62;&#60;b&#62;");
    expect(await (await submit({ link: to, action: "pay" })).text()).toContain("Enter an amount");
  });
});

test("the chain survives a restart, and starts again if its stored state is broken", async () => {
  await pay({ to: link, mine: 1 });
  const before = await ask("eth_getBlockByNumber", ["latest", false]);
  await sandbox.close();
  sandbox = await createSandbox({ port: 0, dataDir });
  expect(await ask("eth_getBlockByNumber", ["latest", false])).toMatchObject({
    hash: (before as { hash: string }).hash,
  });
  // The service reads balances of earlier blocks.
  const number = Number((before as { number: string }).number) - 1;
  const address = `0x${"11".repeat(20)}`;
  expect(await ask("eth_getBalance", [address, `0x${number.toString(16)}`])).toBe("0x0");
  expect(await control("POST", "reorganisations", { depth: 1 })).toMatchObject({ status: 200 });
  const refused = await control("POST", "reorganisations", { depth: 50 });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: "chain_refused" } } });
  await sandbox.close();
  writeFileSync(join(dataDir, "sandbox-chain.json"), "{");
  sandbox = await createSandbox({ port: 0, dataDir });
  expect(await ask("eth_chainId")).toBe("0x7a69");
});

test("a sandbox without anvil says so once, at startup", async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const without = await createSandbox({ port: 0, chainProgram: null, deps: { log } });
  try {
    expect(lines).toEqual([expect.stringContaining("anvil is not installed")]);
    expect((await call(`${without.url}/chain`)).body).toMatchObject({
      error: { code: "no_chain" },
    });
    expect(lines).toHaveLength(1);
  } finally {
    await without.close();
  }
});

test("a machine without anvil has no chain, and everything else works", async () => {
  const without = await createSandbox({ port: 0, chainProgram: "/nowhere/anvil" });
  try {
    const { status, body } = await call(`${without.url}/chain`);
    expect(status).toBe(503);
    expect(body).toMatchObject({ error: { code: "no_chain" } });
    const page = await (await fetch(`${without.url}/wallet`)).text();
    expect(page).toContain("not available on this machine");
  } finally {
    await without.close();
  }
});

test("prices need the key, and can be changed", async () => {
  const key = sandboxCredentials.rates;
  const ether = async () => {
    const { body } = await call(`${sandbox.url}/rates?currency=USD`, { key });
    return (body["rates"] as { asset: string; price: string }[]).find(
      ({ asset }) => asset === "ETH",
    );
  };
  expect((await call(`${sandbox.url}/rates?currency=USD`)).status).toBe(401);
  expect(await ether()).toMatchObject({ price: "2500" });
  await call(`${sandbox.url}/admin/rates`, {
    body: { currency: "USD", asset: "ETH", price: "2600.5" },
  });
  expect(await ether()).toMatchObject({ price: "2600.5" });
});
