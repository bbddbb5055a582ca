import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { charge as chargeSchema, reversal as reversalSchema } from "#contract/connectors/processor";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { findCard } from "../catalogue/cards.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call, chargeOf } from "../testing/sandbox-client.ts";

const key = sandboxCredentials.northbank;
let sandbox: Sandbox;
let advancedMs = 0;
const sleeps: number[] = [];

beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    deps: {
      now: () => Date.now() + advancedMs,
      sleep: async (ms) => void sleeps.push(ms),
    },
  });
});
afterAll(() => sandbox.close());
afterEach(() => call(`${sandbox.url}/admin/faults`, { method: "DELETE" }));

let count = 0;
const nextKey = () => `key_${++count}`;
const northbank = (path: string) => `${sandbox.url}/processors/northbank${path}`;
const charge = (number: string, idempotencyKey = nextKey(), reference?: string) =>
  call(northbank("/charges"), { key, idempotencyKey, body: chargeOf(number, reference) });
const lookUp = (idempotencyKey: string) =>
  call(northbank(`/charges/by-key/${idempotencyKey}`), { key });

describe("charging", () => {
  test("an ordinary card is approved for the requested amount", async () => {
    const { status, body } = await charge("4242424242424242");
    expect(status).toBe(200);
    expect(chargeSchema.parse(body)).toMatchObject({
      status: "approved",
      amountMinor: 4999,
      currency: "USD",
    });
  });

  test.each([
    "insufficient_funds",
    "lost_card",
    "incorrect_cvc",
    "processing_error",
    "reason_from_2031",
  ])("%s is declined with its code and a message", async (name) => {
    const { status, body } = await charge(findCard(name).number);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "declined", declineCode: name });
    expect(body["message"]).toBeTruthy();
  });

  test("the same key and body charge once; another body is refused", async () => {
    const idempotencyKey = nextKey();
    const first = await charge("4242424242424242", idempotencyKey, "pay_once");
    const repeat = await charge("4242424242424242", idempotencyKey, "pay_once");
    expect(repeat.body).toEqual(first.body);
    const other = await charge("4242424242424242", idempotencyKey, "pay_other");
    expect(other.status).toBe(409);
    const { body } = await call(`${sandbox.url}/admin/charges?merchantReference=pay_once`);
    expect(body["data"]).toMatchObject([{ requests: 3 }]);
  });

  test("a card that requires authentication gets a soft decline without it", async () => {
    const { body } = await charge(findCard("three_ds_required").number);
    expect(body).toMatchObject({ status: "declined", declineCode: "authentication_required" });
  });

  test("the processors have different messages and refuse each other's key", async () => {
    const idempotencyKey = nextKey();
    const quayside = `${sandbox.url}/processors/quayside`;
    const body = chargeOf(findCard("insufficient_funds").number);
    const refused = await call(`${quayside}/charges`, { key, idempotencyKey, body });
    expect(refused.status).toBe(401);
    const response = await call(`${quayside}/charges`, {
      key: sandboxCredentials.quayside,
      idempotencyKey,
      body,
    });
    expect(response.body).toMatchObject({
      declineCode: "insufficient_funds",
      message: "51 NOT SUFFICIENT FUNDS",
    });
  });

  test("quayside responds pending and returns the approval on a later look-up", async () => {
    const quayside = `${sandbox.url}/processors/quayside`;
    const options = { key: sandboxCredentials.quayside, idempotencyKey: nextKey() };
    const first = await call(`${quayside}/charges`, {
      ...options,
      body: chargeOf("4242424242424242"),
    });
    expect(first.body["status"]).toBe("pending");
    advancedMs += 5_000;
    const later = await call(`${quayside}/charges/by-key/${options.idempotencyKey}`, options);
    expect(later.body).toMatchObject({ ...first.body, status: "approved" });
    expect(Object.keys(first.body).sort()).toEqual([
      "amountMinor",
      "chargeId",
      "currency",
      "status",
    ]);
  });

  test.each([
    ["malformed JSON", "{"],
    ["a body that is not a charge", JSON.stringify({ amountMinor: 1 })],
    ["a wrong check digit", JSON.stringify(chargeOf("4242424242424241"))],
  ])("%s is a 400 and no charge", async (_, body) => {
    const before = await call(`${sandbox.url}/admin/charges`);
    const response = await fetch(northbank("/charges"), {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "idempotency-key": nextKey() },
      body,
    });
    expect(response.status).toBe(400);
    expect(await call(`${sandbox.url}/admin/charges`)).toEqual(before);
  });
});

describe("faults", () => {
  test("a charge made before a 500 is found by its key", async () => {
    const idempotencyKey = nextKey();
    expect((await charge(findCard("error_after_charging").number, idempotencyKey)).status).toBe(
      500,
    );
    expect((await lookUp(idempotencyKey)).body).toMatchObject({ status: "approved" });
  });

  test("a 503 before charging leaves nothing to find", async () => {
    const idempotencyKey = nextKey();
    expect((await charge(findCard("error_without_charging").number, idempotencyKey)).status).toBe(
      503,
    );
    expect(await lookUp(idempotencyKey)).toMatchObject({
      status: 404,
      body: { error: { code: "charge_not_found" } },
    });
  });

  test("a charge with a dropped connection is booked", async () => {
    const idempotencyKey = nextKey();
    await expect(
      charge(findCard("dropped_after_charging").number, idempotencyKey),
    ).rejects.toThrow();
    expect((await lookUp(idempotencyKey)).status).toBe(200);
  });

  test("a charge without a response is booked", async () => {
    const idempotencyKey = nextKey();
    const request = fetch(northbank("/charges"), {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "idempotency-key": idempotencyKey },
      body: JSON.stringify(chargeOf(findCard("silent_after_charging").number)),
      signal: AbortSignal.timeout(300),
    });
    await expect(request).rejects.toThrow();
    expect((await lookUp(idempotencyKey)).status).toBe(200);
  });

  test("responses can have another amount or no JSON", async () => {
    expect((await charge(findCard("wrong_amount").number)).body["amountMinor"]).toBe(5000);
    expect((await charge(findCard("wrong_currency").number)).body["currency"]).toBe("JPY");
    await expect(charge(findCard("garbled").number)).rejects.toThrow();
  });

  test("a pending charge is decided when it is due, or never", async () => {
    const declined = nextKey();
    const never = nextKey();
    await charge(findCard("pending_then_declined").number, declined);
    await charge(findCard("pending_forever").number, never);
    advancedMs += 60_000;
    expect((await lookUp(declined)).body).toMatchObject({
      status: "declined",
      declineCode: "insufficient_funds",
    });
    expect((await lookUp(never)).body["status"]).toBe("pending");
  });

  test("an injected fault applies once, to its charge", async () => {
    await call(`${sandbox.url}/admin/faults`, {
      body: { call: "charge", fault: "error_after_charging", merchantReference: "pay_faulty" },
    });
    expect((await charge("4242424242424242", nextKey(), "pay_fine")).status).toBe(200);
    expect((await charge("4242424242424242", nextKey(), "pay_faulty")).status).toBe(500);
    expect((await charge("4242424242424242", nextKey(), "pay_faulty")).status).toBe(200);
  });

  test("a processor set unhealthy fails its health check", async () => {
    const order = `${sandbox.url}/admin/processors/northbank/health`;
    await call(order, { body: { healthy: false } });
    expect((await call(northbank("/health"), { key })).status).toBe(503);
    await call(order, { body: { healthy: true } });
    expect(await call(northbank("/health"), { key })).toEqual({
      status: 200,
      body: { status: "ok" },
    });
  });
});

test("a reversal refunds the whole charge, once", async () => {
  const idempotencyKey = nextKey();
  const { body } = await charge("4242424242424242", idempotencyKey, "pay_reversed");
  const url = northbank(`/charges/${String(body["chargeId"])}/reversals`);
  const options = { key, idempotencyKey: nextKey(), body: { reason: "late success" } };
  const first = await call(url, options);
  expect(reversalSchema.parse(first.body).chargeId).toBe(body["chargeId"]);
  expect((await call(url, options)).body).toEqual(first.body);
  expect((await lookUp(idempotencyKey)).body["status"]).toBe("reversed");
  const reversals = await call(`${sandbox.url}/admin/reversals?merchantReference=pay_reversed`);
  expect(reversals.body["data"]).toHaveLength(1);
});

test("charges survive a restart, and the journal has no card number or security code", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sandbox-"));
  const before = await createSandbox({ port: 0, dataDir });
  const idempotencyKey = "key_before";
  const options = { key, idempotencyKey };
  const body = chargeOf("4242424242424242");
  const first = await call(`${before.url}/processors/northbank/charges`, { ...options, body });
  await before.close();

  const after = await createSandbox({ port: 0, dataDir });
  const repeat = await call(`${after.url}/processors/northbank/charges`, { ...options, body });
  const { body: all } = await call(`${after.url}/admin/charges`);
  await after.close();
  expect(repeat.body).toEqual(first.body);
  expect(all["data"]).toHaveLength(1);
  const journal = readFileSync(join(dataDir, "sandbox-charges.jsonl"), "utf8");
  expect(journal).toContain(idempotencyKey);
  expect(journal).not.toContain("42424242");
  expect(journal).not.toContain('"123"');
});
