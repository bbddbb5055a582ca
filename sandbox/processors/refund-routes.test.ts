import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { processorRefund } from "#contract/connectors/processor";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { findCard } from "../catalogue/cards.ts";
import { isLuhnValid } from "../catalogue/luhn.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { refundClient, refundOf } from "../testing/refund-client.ts";
import { call, chargeOf } from "../testing/sandbox-client.ts";
import { clearsAfterMs } from "./settle-charge.ts";

let sandbox: Sandbox;
let advancedMs = 0;

beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    // The clock moves only when a test moves it.
    deps: { now: () => Date.UTC(2026, 10, 26) + advancedMs, sleep: async () => {} },
  });
});
afterAll(() => sandbox.close());
afterEach(() => call(`${sandbox.url}/admin/faults`, { method: "DELETE" }));

const { nextKey, charged, refund, lookUp, booked } = refundClient(() => sandbox.url);

describe("refunding", () => {
  test("all of a charge that has not cleared is a void without an ARN", async () => {
    const key = nextKey();
    const chargeId = await charged();
    const { status, body } = await refund(chargeId, {}, key);
    expect(status).toBe(200);
    expect(processorRefund.parse(body)).toMatchObject({
      chargeId,
      status: "success",
      kind: "void",
      amountMinor: 4999,
      currency: "USD",
    });
    advancedMs += 60_000;
    expect((await lookUp(key)).body).toEqual(body);
  });

  test("part of a charge is a refund, which gets its ARN some seconds later", async () => {
    const key = nextKey();
    const { body } = await refund(await charged(), { amountMinor: 1000, surchargeMinor: 30 }, key);
    expect(body).toMatchObject({ status: "success", kind: "refund" });
    expect(body).not.toHaveProperty("arn");
    advancedMs += 5_000;
    const later = processorRefund.parse((await lookUp(key)).body);
    expect(later).toEqual({ ...body, arn: expect.stringMatching(/^7477001\d{16}$/) });
    expect(isLuhnValid(String(later.arn))).toBe(true);
  });

  test("all of a charge that has cleared is a refund", async () => {
    const before = await charged();
    advancedMs += clearsAfterMs - 1;
    expect((await refund(before)).body["kind"]).toBe("void");
    const after = await charged();
    advancedMs += clearsAfterMs;
    expect((await refund(after)).body["kind"]).toBe("refund");
  });

  test("the same key and body refund once; another body or charge is refused", async () => {
    const key = nextKey();
    const chargeId = await charged();
    const overrides = { amountMinor: 1000, merchantReference: "ref_once" };
    const first = await refund(chargeId, overrides, key);
    expect((await refund(chargeId, overrides, key)).body).toEqual(first.body);
    for (const other of [
      await refund(chargeId, { ...overrides, amountMinor: 1001 }, key),
      await refund(await charged(), overrides, key),
    ]) {
      expect(other).toMatchObject({
        status: 409,
        body: { error: { code: "idempotency_key_reused" } },
      });
    }
    expect(await booked("merchantReference=ref_once")).toMatchObject([{ chargeId, requests: 4 }]);
  });

  test("the books show each refund of a charge without its digest", async () => {
    const chargeId = await charged();
    await refund(chargeId, { amountMinor: 1000, surchargeMinor: 30, reason: "duplicate" });
    await refund(chargeId, { amountMinor: 2000 });
    const data = await booked(`chargeId=${chargeId}`);
    expect(data).toMatchObject([
      { processor: "northbank", amountMinor: 1000, surchargeMinor: 30, reason: "duplicate" },
      { processor: "northbank", amountMinor: 2000, surchargeMinor: 0 },
    ]);
    for (const each of data) expect(each).not.toHaveProperty("fingerprint");
  });

  test("quayside responds pending and returns the success on a later look-up", async () => {
    const key = nextKey();
    const chargeId = await charged(undefined, "quayside");
    advancedMs += 5_000;
    const first = await refund(chargeId, { amountMinor: 1000 }, key, "quayside");
    expect(first.body).toMatchObject({ status: "pending", kind: "refund" });
    advancedMs += 2_000;
    expect((await lookUp(key, "quayside")).body).toEqual({ ...first.body, status: "success" });
    advancedMs += 3_000;
    expect((await lookUp(key, "quayside")).body["arn"]).toMatch(/^7477002\d{16}$/);
  });
});

describe("refusals", () => {
  const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

  test("refunds never add up to more than the charge", async () => {
    const chargeId = await charged();
    expect(await refund(chargeId, { amountMinor: 5000 })).toMatchObject(
      refused(400, "refund_exceeds_charge"),
    );
    expect((await refund(chargeId, { amountMinor: 3000 })).status).toBe(200);
    expect(await refund(chargeId, { amountMinor: 2000 })).toMatchObject(
      refused(400, "refund_exceeds_charge"),
    );
    expect((await refund(chargeId, { amountMinor: 1999 })).status).toBe(200);
    expect(await refund(chargeId, { amountMinor: 1 })).toMatchObject(
      refused(400, "refund_exceeds_charge"),
    );
  });

  test("a pending refund counts against the charge; a failed one frees its amount", async () => {
    const chargeId = await charged(findCard("refund_failed_later").number);
    expect((await refund(chargeId)).body["status"]).toBe("pending");
    expect(await refund(chargeId)).toMatchObject(refused(400, "refund_exceeds_charge"));
    advancedMs += 2_000;
    expect((await refund(chargeId)).status).toBe(200);
  });

  test("only an approved charge can be refunded", async () => {
    for (const name of ["generic_decline", "pending_forever", "unheard_of_status"]) {
      expect(await refund(await charged(findCard(name).number))).toMatchObject(
        refused(400, "charge_not_refundable"),
      );
    }
  });

  test("a pending charge can be refunded once it is approved", async () => {
    const chargeId = await charged(findCard("pending_then_approved").number);
    expect(await refund(chargeId)).toMatchObject(refused(400, "charge_not_refundable"));
    advancedMs += 2_000;
    expect((await refund(chargeId)).body["status"]).toBe("success");
  });

  test("a reversed charge cannot be refunded, and a refunded one cannot be reversed", async () => {
    const reverse = (chargeId: string) =>
      call(`${sandbox.url}/processors/northbank/charges/${chargeId}/reversals`, {
        key: sandboxCredentials.northbank,
        idempotencyKey: nextKey(),
        body: { reason: "late success" },
      });
    const reversed = await charged();
    await reverse(reversed);
    expect(await refund(reversed)).toMatchObject(refused(400, "charge_not_refundable"));
    const refunded = await charged();
    await refund(refunded, { amountMinor: 1 });
    expect(await reverse(refunded)).toMatchObject(refused(400, "charge_refunded"));
  });

  test("another currency, an unknown charge and another processor's charge are refused", async () => {
    const chargeId = await charged();
    expect(await refund(chargeId, { currency: "EUR" })).toMatchObject(
      refused(400, "currency_mismatch"),
    );
    expect(await refund("ch_unknown")).toMatchObject(refused(404, "charge_not_found"));
    expect(await refund(chargeId, {}, nextKey(), "quayside")).toMatchObject(
      refused(404, "charge_not_found"),
    );
    expect(await booked(`chargeId=${chargeId}`)).toEqual([]);
  });

  test.each([
    ["no amount", { amountMinor: undefined }],
    ["an amount of 0", { amountMinor: 0 }],
    ["more surcharge than amount", { amountMinor: 100, surchargeMinor: 101 }],
  ])("a body with %s", async (_, overrides) => {
    expect(await refund(await charged(), overrides)).toMatchObject(refused(400, "invalid_request"));
  });

  test("a request without a key, and one with another processor's connector key, are refused", async () => {
    const url = `${sandbox.url}/processors/northbank/charges/${await charged()}/refunds`;
    const body = refundOf();
    const key = sandboxCredentials.northbank;
    expect(await call(url, { key, body })).toMatchObject(refused(400, "idempotency_key_missing"));
    const foreign = { key: sandboxCredentials.quayside, idempotencyKey: nextKey(), body };
    expect(await call(url, foreign)).toMatchObject(refused(401, "unauthorized"));
  });

  test("a look-up of a key without a refund is a 404", async () => {
    expect(await lookUp("key_without_refund")).toMatchObject(refused(404, "refund_not_found"));
  });
});

describe("faults", () => {
  const order = (fault: Record<string, unknown>) =>
    call(`${sandbox.url}/admin/faults`, { body: fault });

  test("a refund made before a 500 or a dropped connection is found by its key", async () => {
    for (const fault of ["error_after_charging", "dropped_after_charging"]) {
      const key = nextKey();
      const chargeId = await charged();
      await order({ call: "refund", fault });
      const response = await refund(chargeId, {}, key).catch(() => ({ status: 0 }));
      expect(response.status).toBe(fault === "error_after_charging" ? 500 : 0);
      expect((await lookUp(key)).body).toMatchObject({ chargeId, status: "success" });
    }
  });

  test("a 503 before refunding leaves nothing to find, and a retry refunds", async () => {
    const key = nextKey();
    const chargeId = await charged();
    await order({ call: "refund", fault: "error_without_charging" });
    expect((await refund(chargeId, {}, key)).status).toBe(503);
    expect((await lookUp(key)).status).toBe(404);
    expect((await refund(chargeId, {}, key)).status).toBe(200);
    expect(await booked(`chargeId=${chargeId}`)).toMatchObject([{ requests: 2 }]);
  });

  test("responses can have another amount or currency, or no JSON", async () => {
    await order({ call: "refund", fault: "wrong_amount" });
    expect((await refund(await charged())).body["amountMinor"]).toBe(5000);
    await order({ call: "refund", fault: "wrong_currency" });
    expect((await refund(await charged())).body["currency"]).toBe("JPY");
    await order({ call: "refund", fault: "garbled" });
    await expect(refund(await charged())).rejects.toThrow();
  });

  test("a look-up of a refund has its own faults, for its refund only", async () => {
    const key = nextKey();
    await refund(await charged(), { merchantReference: "ref_faulty" }, key);
    await order({ call: "look_up", fault: "error_without_charging" });
    expect((await lookUp(key)).status).toBe(200);
    await order({
      call: "refund_look_up",
      fault: "error_without_charging",
      merchantReference: "ref_faulty",
    });
    await order({
      call: "refund_look_up",
      fault: "wrong_amount",
      merchantReference: "ref_of_another",
    });
    expect((await lookUp(key)).status).toBe(503);
    expect((await lookUp(key)).body["amountMinor"]).toBe(4999);
  });
});

test("refunds and the card's script survive a restart, and no journal has the card number", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sandbox-"));
  const { number } = findCard("refund_failed_later");
  const key = sandboxCredentials.northbank;
  const before = await createSandbox({ port: 0, dataDir });
  const base = (url: string) => `${url}/processors/northbank/charges`;
  const charge = await call(base(before.url), {
    key,
    idempotencyKey: "key_charge",
    body: chargeOf(number),
  });
  const path = `/${String(charge.body["chargeId"])}/refunds`;
  const options = { key, idempotencyKey: "key_refund", body: refundOf({ amountMinor: 4000 }) };
  const first = await call(base(before.url) + path, options);
  await before.close();

  const after = await createSandbox({ port: 0, dataDir });
  const repeat = await call(base(after.url) + path, options);
  const more = { ...options, idempotencyKey: "key_more", body: refundOf({ amountMinor: 999 }) };
  const second = await call(base(after.url) + path, more);
  const { body: all } = await call(`${after.url}/admin/refunds`);
  await after.close();
  expect(repeat.body["refundId"]).toBe(first.body["refundId"]);
  expect(second.body["status"]).toBe("pending");
  expect(all["data"]).toHaveLength(2);
  const journals = ["sandbox-charges.jsonl", "sandbox-refunds.jsonl"];
  const text = journals.map((name) => readFileSync(join(dataDir, name), "utf8")).join("");
  expect(text).toContain("key_refund");
  expect(text).not.toContain(number.slice(0, 12));
});
