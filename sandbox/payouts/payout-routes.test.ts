import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payout as payoutSchema } from "#contract/connectors/payout";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { bankAccounts } from "../catalogue/bank-accounts.ts";
import { findCard } from "../catalogue/cards.ts";
import { cryptoAddresses } from "../catalogue/crypto-addresses.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call } from "../testing/sandbox-client.ts";

const key = sandboxCredentials.tidewater;
let sandbox: Sandbox;
let advancedMs = 0;
const timers: { ms: number; task: () => void }[] = [];
const notices: { authorization: string; idempotencyKey: string }[] = [];
const listener = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    const { idempotencyKey } = JSON.parse(text);
    notices.push({ authorization: request.headers.authorization ?? "", idempotencyKey });
    response.end("{}");
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  sandbox = await createSandbox({
    port: 0,
    deps: {
      now: () => Date.now() + advancedMs,
      sleep: async () => {},
      schedule: (ms, task) => {
        timers.push({ ms, task });
        return () => {};
      },
    },
  });
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((resolve) => listener.close(resolve));
});

let count = 0;
const nextKey = () => `dis_${++count}`;
const url = (path: string) => `${sandbox.url}/payouts/tidewater${path}`;

function send(destination: object, idempotencyKey = nextKey(), amountMinor = 4_999) {
  const notificationUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
  const body = {
    merchantReference: idempotencyKey,
    amountMinor,
    currency: "USD",
    destination,
    descriptor: "TESSERA",
    notificationUrl,
  };
  return call(url("/payouts"), { key, idempotencyKey, body });
}
const lookUp = (idempotencyKey: string) => call(url(`/payouts/by-key/${idempotencyKey}`), { key });
const bank = (accountNumber: string) => ({
  type: "bank",
  routingNumber: "110000000",
  accountNumber,
  accountType: "checking",
  holderName: "Ada",
});
const card = (name: string) => ({
  type: "card",
  number: findCard(name).number,
  expiryMonth: 12,
  expiryYear: 2030,
  holderName: "Ada",
});
const crypto = (address: string) => ({ type: "crypto", asset: "USDC", network: "base", address });

/** A payout's statuses: at once, after settlement, and after a possible return. */
async function lifeOf(destination: object): Promise<unknown[]> {
  const idempotencyKey = nextKey();
  const statuses = [(await send(destination, idempotencyKey)).body["status"]];
  for (const laterMs of [2_000, 3_000]) {
    advancedMs += laterMs;
    statuses.push((await lookUp(idempotencyKey)).body["status"]);
  }
  return statuses;
}

describe("the published table", () => {
  test.each([
    ["ordinary", ["pending", "paid", "paid"]],
    ["account_closed", ["pending", "failed", "failed"]],
    ["invalid_number", ["declined", "declined", "declined"]],
    ["refused_by_receiver", ["pending", "paid", "returned"]],
  ])("bank account %s", async (name, statuses) => {
    const account = bankAccounts.find((bankAccount) => bankAccount.name === name);
    expect(await lifeOf(bank(account?.accountNumber ?? ""))).toEqual(statuses);
  });

  test.each([
    ["visa_debit", ["paid", "paid", "paid"]],
    ["payout_later", ["pending", "paid", "paid"]],
    ["payout_credit_card", ["declined", "declined", "declined"]],
    ["payout_failed_later", ["pending", "failed", "failed"]],
    ["payout_returned_later", ["pending", "paid", "returned"]],
    ["insufficient_funds", ["declined", "declined", "declined"]],
  ])("card %s", async (name, statuses) => {
    expect(await lifeOf(card(name))).toEqual(statuses);
  });

  test.each([
    ["wallet", ["pending", "paid", "paid"]],
    ["address_refused", ["declined", "declined", "declined"]],
    ["network_unavailable", ["pending", "failed", "failed"]],
    ["never_confirmed", ["pending", "pending", "pending"]],
  ])("address %s", async (name, statuses) => {
    const address = cryptoAddresses.find((cryptoAddress) => cryptoAddress.name === name);
    expect(await lifeOf(crypto(address?.address ?? ""))).toEqual(statuses);
  });

  test("is on the start page", async () => {
    const page = await (await fetch(sandbox.url)).text();
    for (const { address } of cryptoAddresses) expect(page).toContain(address);
    expect(page).toContain(findCard("payout_returned_later").number);
  });
});

describe("the connector's guarantees", () => {
  test("one key makes one payout; another body with the key is refused", async () => {
    const idempotencyKey = nextKey();
    const first = await send(bank("000123456789"), idempotencyKey);
    expect(payoutSchema.parse(first.body)).toMatchObject({ amountMinor: 4_999, currency: "USD" });
    expect((await send(bank("000123456789"), idempotencyKey)).body).toEqual(first.body);
    const other = await send(bank("000123456789"), idempotencyKey, 5_000);
    expect(other).toMatchObject({
      status: 409,
      body: { error: { code: "idempotency_key_reused" } },
    });
    const response = await call(`${sandbox.url}/admin/payouts?merchantReference=${idempotencyKey}`);
    expect(response.body["data"]).toMatchObject([{ requests: 3, last4: "6789" }]);
  });

  test("a wrong key is 401, an unknown payout 404", async () => {
    expect((await call(url("/health"), { key: "wrong" })).status).toBe(401);
    expect(await lookUp("nothing")).toMatchObject({
      status: 404,
      body: { error: { code: "payout_not_found" } },
    });
  });

  test("faults: booked without a response, or refused and not booked", async () => {
    const booked = nextKey();
    expect((await send(card("error_after_charging"), booked)).status).toBe(500);
    expect((await lookUp(booked)).status).toBe(200);
    const refused = nextKey();
    expect((await send(card("error_without_charging"), refused)).status).toBe(503);
    expect((await lookUp(refused)).status).toBe(404);
  });

  test("a change is notified with the connector's key, and twice if the table says so", async () => {
    for (const [name, times] of [
      ["payout_later", 1],
      ["payout_told_twice", 2],
    ] as const) {
      const idempotencyKey = nextKey();
      timers.length = 0;
      await send(card(name), idempotencyKey);
      advancedMs += timers[0]?.ms ?? 0;
      timers[0]?.task();
      await expect
        .poll(() => notices.filter((notice) => notice.idempotencyKey === idempotencyKey))
        .toEqual(Array(times).fill({ authorization: `Bearer ${key}`, idempotencyKey }));
    }
  });
});

test("payouts survive a restart, and no account number is written", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-sandbox-"));
  const open = () => createSandbox({ port: 0, dataDir });
  let own = await open();
  const body = {
    merchantReference: "dis_kept",
    amountMinor: 100,
    currency: "USD",
    descriptor: "T",
    destination: card("visa_debit"),
    notificationUrl: "http://127.0.0.1:9/",
  };
  const response = await call(`${own.url}/payouts/tidewater/payouts`, {
    key,
    idempotencyKey: "dis_kept",
    body,
  });
  await own.close();
  own = await open();
  const found = await call(`${own.url}/payouts/tidewater/payouts/by-key/dis_kept`, { key });
  await own.close();
  expect(found.body).toEqual(response.body);
  const written = readFileSync(join(dataDir, "sandbox-payouts.jsonl"), "utf8");
  expect(written).toContain("dis_kept");
  expect(written).not.toContain(findCard("visa_debit").number);
});
