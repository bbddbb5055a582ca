import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { findCard } from "../catalogue/cards.ts";
import { cryptoAddresses } from "../catalogue/crypto-addresses.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call, chargeOf, postForm } from "../testing/sandbox-client.ts";

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 26, 12);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null, deps: { now: () => startMs } });
});
afterAll(() => sandbox.close());

const clock = async () => (await call(`${sandbox.url}/admin/clock`)).body;

test("only moves forward, by page and by call", async () => {
  expect(await clock()).toEqual({ offsetMs: 0, time: "2026-11-26T12:00:00.000Z" });
  const moved = await call(`${sandbox.url}/admin/clock`, { body: { offsetMs: 2 * dayMs } });
  expect(moved.body).toEqual({ offsetMs: 2 * dayMs, time: "2026-11-28T12:00:00.000Z" });
  await call(`${sandbox.url}/admin/clock`, { body: { offsetMs: dayMs } });
  expect(await clock()).toEqual(moved.body);
  for (const body of [{}, { offsetMs: -1 }, { offsetMs: 1.5 }, { offsetMs: 20 * 366 * dayMs }])
    expect((await call(`${sandbox.url}/admin/clock`, { body })).status).toBe(400);
  const page = await postForm(`${sandbox.url}/admin/clock/next-day`, {});
  expect(page.text).toContain("Sunday, November 29, 2026");
  expect((await clock())["offsetMs"]).toBe(3 * dayMs);
});

test("charges and refunds follow the clock: a refund that is returned after some days has failed", async () => {
  const key = sandboxCredentials.northbank;
  const base = `${sandbox.url}/processors/northbank`;
  const { number } = findCard("refund_failed_later");
  const charge = await call(`${base}/charges`, {
    key,
    idempotencyKey: "clock_charge",
    body: chargeOf(number),
  });
  const refund = {
    key,
    idempotencyKey: "clock_refund",
    body: {
      merchantReference: "ref_1",
      amountMinor: 4999,
      currency: "USD",
      surchargeMinor: 0,
      reason: "other",
    },
  };
  const path = `${base}/charges/${String(charge.body["chargeId"])}/refunds`;
  expect((await call(path, refund)).body["status"]).not.toBe("failed");
  const { offsetMs } = await clock();
  await call(`${sandbox.url}/admin/clock`, { body: { offsetMs: Number(offsetMs) + 40 * dayMs } });
  const response = await call(`${base}/refunds/by-key/clock_refund`, { key });
  expect(response.body["status"]).toBe("failed");
});

test("payouts that become due are reported before the call returns", async () => {
  const notices: string[] = [];
  const receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      notices.push(text);
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const failing = cryptoAddresses.find(({ name }) => name === "network_unavailable");
  const sent = await call(`${sandbox.url}/payouts/tidewater/payouts`, {
    key: sandboxCredentials.tidewater,
    idempotencyKey: "clock_payout",
    body: {
      merchantReference: "dsb_1",
      amountMinor: 1000,
      currency: "USD",
      notificationUrl: `http://127.0.0.1:${port}/notices`,
      destination: {
        type: "crypto",
        asset: "USDC",
        network: "ethereum",
        address: failing?.address ?? "",
      },
      descriptor: "DEMO",
    },
  });
  expect(sent.body).toMatchObject({ status: "pending" });
  const { offsetMs } = await clock();
  await call(`${sandbox.url}/admin/clock`, { body: { offsetMs: Number(offsetMs) + dayMs } });
  expect(notices.length).toBeGreaterThan(0);
  receiver.closeAllConnections();
  receiver.close();
});

test("a restart keeps the time", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sandbox-clock-"));
  const options = { port: 0, chainProgram: null, dataDir, deps: { now: () => startMs } };
  const before = await createSandbox(options);
  await call(`${before.url}/admin/clock`, { body: { offsetMs: 7 * dayMs } });
  await before.close();
  const after = await createSandbox(options);
  expect((await call(`${after.url}/admin/clock`)).body["offsetMs"]).toBe(7 * dayMs);
  await after.close();
});
