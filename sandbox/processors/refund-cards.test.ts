import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { findCard } from "../catalogue/cards.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { refundClient, refundOf } from "../testing/refund-client.ts";

let sandbox: Sandbox;
let advancedMs = 0;

beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    // The clock moves only when a test moves it.
    deps: { now: () => Date.UTC(2026, 10, 26) + advancedMs },
  });
});
afterAll(() => sandbox.close());

const { nextKey, charged, refund, lookUp, booked } = refundClient(() => sandbox.url);

/** Refunds the whole charge, and looks it up after `laterMs`. */
async function refundedWith(name: string, laterMs: number) {
  const key = nextKey();
  const { body: first } = await refund(await charged(findCard(name).number), {}, key);
  advancedMs += laterMs;
  return { first, later: (await lookUp(key)).body };
}

test("refund_cleared clears at once", async () => {
  const { first, later } = await refundedWith("refund_cleared", 5_000);
  expect(first).toMatchObject({ status: "success", kind: "refund" });
  expect(later["arn"]).toMatch(/^\d{23}$/);
});

test("refund_later is pending, then succeeds", async () => {
  const { first, later } = await refundedWith("refund_later", 2_000);
  expect(first).toMatchObject({ status: "pending", kind: "void" });
  expect(later).toEqual({ ...first, status: "success" });
});

test("refund_failed_later is pending, then fails", async () => {
  const { first, later } = await refundedWith("refund_failed_later", 2_000);
  expect(first).toMatchObject({ status: "pending", kind: "refund" });
  expect(later).toEqual({ ...first, status: "failed", failureCode: "insufficient_funds" });
});

test("refund_card_closed is pending, then fails with its own reason", async () => {
  const { first, later } = await refundedWith("refund_card_closed", 2_000);
  expect(first).toMatchObject({ status: "pending", kind: "refund" });
  expect(later).toEqual({ ...first, status: "failed", failureCode: "card_closed" });
});

test("refund_pending_forever stays pending", async () => {
  const { first, later } = await refundedWith("refund_pending_forever", 86_400_000);
  expect(first["status"]).toBe("pending");
  expect(later).toEqual(first);
});

test("refund_returned_later succeeds, gets its ARN, and is returned by the bank", async () => {
  const key = nextKey();
  const chargeId = await charged(findCard("refund_returned_later").number);
  const { body: first } = await refund(chargeId, {}, key);
  expect(first).toMatchObject({ status: "success", kind: "refund" });
  advancedMs += 4_000;
  const arn = expect.stringMatching(/^\d{23}$/);
  expect((await lookUp(key)).body).toEqual({ ...first, arn });
  advancedMs += 1_000;
  expect((await lookUp(key)).body).toEqual({
    ...first,
    arn,
    status: "failed",
    failureCode: "returned_by_bank",
  });
});

test("refund_disputed is refused, and nothing is booked", async () => {
  const chargeId = await charged(findCard("refund_disputed").number);
  expect(await refund(chargeId)).toMatchObject({
    status: 400,
    body: { error: { code: "charge_disputed" } },
  });
  expect(await booked(`chargeId=${chargeId}`)).toEqual([]);
});

test("refund_silent refunds and never responds", async () => {
  const key = nextKey();
  const chargeId = await charged(findCard("refund_silent").number);
  const url = `${sandbox.url}/processors/northbank/charges/${chargeId}/refunds`;
  const giveUp = new AbortController();
  let hasResponded = false;
  const request = fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${sandboxCredentials.northbank}`, "idempotency-key": key },
    body: JSON.stringify(refundOf()),
    signal: giveUp.signal,
  }).finally(() => {
    hasResponded = true;
  });
  await expect.poll(async () => (await lookUp(key)).body["status"]).toBe("success");
  expect(hasResponded).toBe(false);
  giveUp.abort();
  await expect(request).rejects.toThrow();
});
