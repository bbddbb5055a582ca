import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { changeOperator } from "../../operators/accounts/index.ts";
import type { StandInRefunds } from "../../testing/stand-in-refunds.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { refundCalls } from "../testing/refund-calls.ts";

let world: PaymentWorld;
let processor: StandInRefunds;
let intent: CreatedPaymentIntent;

beforeAll(async () => {
  world = await createPaymentWorld();
  processor = world.parties.northbank.refunds;
});
afterAll(() => world.close());
beforeEach(async () => {
  processor.lookUpStatus = null;
  intent = await payIntent();
});

const { payIntent, refund, read, follow, eventsOf, refundedOf } = refundCalls({
  world: () => world,
  intent: () => intent,
});

describe("a refund", () => {
  test("is part of what the customer's widget reads", async () => {
    const session = async () =>
      (await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey)).json();
    expect((await session()).payment).not.toHaveProperty("refunded");
    await refund({ amount: 20 });
    expect((await session()).payment).toMatchObject({ refunded: 20 });
  });

  test("returns everything by default, and is sent once under its own key", async () => {
    const { statusCode, body } = await refund({ reason: "duplicate" });
    expect(statusCode).toBe(201);
    expect(body).toMatchObject({
      status: "pending",
      amount: 49.99,
      currency: "USD",
      reason: "duplicate",
      breakdown: { baseAmount: 49.99, processingFees: 0, salesTax: 0, total: 49.99 },
      reference: null,
      settledAt: null,
    });
    await follow();
    const after = await read(body.refundId);
    expect(after).toMatchObject({ status: "success", kind: "refund", messages: [] });
    expect(after.settledAt).not.toBeNull();
    const calls = processor.calls.filter(({ key }) => key === body.refundId);
    expect(calls).toMatchObject([
      { body: { amountMinor: 4_999, currency: "USD", surchargeMinor: 0, reason: "duplicate" } },
    ]);
    expect(await eventsOf(body.refundId)).toEqual(["created", "success"]);
    const shown = await world.statusOf(intent);
    expect(shown).toMatchObject({
      status: "success",
      refundedAmount: 49.99,
      payments: [{ status: "success", refundedAmount: 49.99 }],
    });
  });

  test("in parts never returns more than was paid, and says how much is left", async () => {
    expect((await refund({ amount: 20 })).statusCode).toBe(201);
    const tooMuch = await refund({ amount: 30 });
    expect(tooMuch).toMatchObject({
      statusCode: 400,
      body: { errorCode: "refund_exceeds_payment", refundableAmount: 29.99 },
    });
    expect((await refund({ amount: 29.99 })).statusCode).toBe(201);
    expect((await refund()).body).toMatchObject({
      errorCode: "refund_exceeds_payment",
      refundableAmount: 0,
    });
    expect(await refundedOf()).toBe(49.99);
  });

  test("requested 50 times at once succeeds as often as the payment allows", async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => refund({ amount: 7 })));
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    expect(created).toHaveLength(7);
    const refused = responses.flatMap(({ body }) => body.errorCode ?? []);
    expect(refused).toEqual(Array.from({ length: 43 }, () => "refund_exceeds_payment"));
    await follow();
    const returned = created.map(({ body }) => processor.made.get(body.refundId)?.amountMinor);
    expect(returned).toEqual(Array.from({ length: 7 }, () => 700));
    expect((await refund()).body).toMatchObject({ amount: 0.99 });
    expect(await refundedOf()).toBe(49.99);
  });

  test("returns surcharge and tax in proportion, to the cent", async () => {
    const { deps } = world.service;
    const { operatorId } = world.operator;
    await changeOperator(deps, operatorId, {
      settings: { surcharge: { basisPoints: 300, fixedMinor: 0 } },
    });
    try {
      const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
      const data = { email: "reno@example.com", address: { ...address, country: "US" } };
      await world.call("POST", "/v1/customers", { body: { externalCustomerId: "reno", data } });
      const priced = await payIntent({ amount: 10.01, externalCustomerId: "reno" }, 10.31);
      const parts = [];
      const ids: string[] = [];
      for (const amount of [3.34, 3.34, undefined]) {
        const { body } = await refund(amount === undefined ? {} : { amount }, { of: priced });
        ids.push(body.refundId);
        parts.push([body.breakdown.baseAmount, body.breakdown.processingFees]);
      }
      expect(parts).toEqual([
        [3.34, 0.1],
        [3.34, 0.1],
        [3.33, 0.1],
      ]);
      await follow();
      const sent = processor.calls
        .filter(({ key }) => ids.includes(key))
        .map(({ body }) => [body.amountMinor, body.surchargeMinor]);
      expect(sent.sort()).toEqual([
        [343, 10],
        [344, 10],
        [344, 10],
      ]);
    } finally {
      await changeOperator(deps, operatorId, { settings: { surcharge: "off" } });
    }
  });

  test("is refused where nothing was paid, for another operator, and for bad amounts", async () => {
    const open = await world.createIntent();
    expect((await refund({}, { of: open })).body.errorCode).toBe("payment_not_refundable");
    expect((await refund({}, { of: { paymentIntentId: "pi_unknown" } })).statusCode).toBe(404);
    const { secretKey: token } = await world.createOperator();
    const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const otherResponse = await world.call("POST", url, { token, body: { externalRefundId: "x" } });
    expect(otherResponse.statusCode).toBe(404);
    for (const [amount, code] of [
      [0, "amount_not_positive"],
      [-5, "amount_not_positive"],
      [1.001, "amount_precision"],
      [1e12, "amount_too_large"],
    ] as const) {
      expect((await refund({ amount })).body.errorCode).toBe(code);
    }
    expect((await refund({ reason: "bored" })).statusCode).toBe(400);
    expect((await refund({ note: "x".repeat(501) })).statusCode).toBe(400);
    expect((await refund({ refundAll: true })).body.errorCode).toBe("unknown_field");
    expect(await refundedOf()).toBe(0);
  });

  test("with an id that was used is refused, and an idempotent repeat is not", async () => {
    const first = await refund({ externalRefundId: "same", amount: 1 });
    expect(first.statusCode).toBe(201);
    const second = await refund({ externalRefundId: "same", amount: 1 });
    expect(second.body.errorCode).toBe("duplicate_external_refund_id");
    const whole = await payIntent();
    expect((await refund({ externalRefundId: "whole" }, { of: whole })).statusCode).toBe(201);
    const repeated = await refund({ externalRefundId: "whole" }, { of: whole });
    expect(repeated.body.errorCode).toBe("duplicate_external_refund_id");
    const body = { externalRefundId: "repeated", amount: 1 };
    const one = await refund(body, { key: "refund-key" });
    const two = await refund(body, { key: "refund-key" });
    expect(two).toEqual(one);
    expect(await refundedOf()).toBe(2);
  });

  test("needs its own scope, and is listed by intent and by operator", async () => {
    const response = await refund({ amount: 1 });
    const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const ofIntent = (await world.call("GET", url)).json();
    expect(ofIntent).toMatchObject({ total: 1, data: [{ refundId: response.body.refundId }] });
    const all = (await world.call("GET", "/v1/refunds?size=1")).json();
    expect(all.data).toMatchObject([{ refundId: response.body.refundId }]);
    const { secretKey: token } = await world.createOperator();
    expect((await world.call("GET", url, { token })).statusCode).toBe(404);
    expect((await world.call("GET", "/v1/refunds", { token })).json().total).toBe(0);
    const path = `/v1/refunds/${response.body.refundId}`;
    expect((await world.call("GET", path, { token })).statusCode).toBe(404);
    expect((await world.call("POST", `${path}/cancel`, { token })).statusCode).toBe(404);
  });

  test("can be canceled until it is sent, which frees its amount", async () => {
    const response = await refund();
    const cancel = (id: string) => world.call("POST", `/v1/refunds/${id}/cancel`);
    const canceled = await cancel(response.body.refundId);
    expect(canceled.json()).toMatchObject({ status: "canceled" });
    expect(await refundedOf()).toBe(0);
    await follow();
    expect(processor.calls.some(({ key }) => key === response.body.refundId)).toBe(false);
    expect((await cancel(response.body.refundId)).json().errorCode).toBe("refund_not_cancelable");
    const second = await refund();
    await follow();
    expect((await cancel(second.body.refundId)).json().errorCode).toBe("refund_not_cancelable");
    expect(await eventsOf(response.body.refundId)).toEqual(["created", "canceled"]);
  });
});

test("a note is sealed, and neither API nor events show it", async () => {
  const { body } = await refund({ note: "Ada called about the CANARY order" });
  expect(JSON.stringify(body)).not.toContain("CANARY");
  const { kysely } = world.service.deps.database;
  const rows = await kysely.selectFrom("refunds").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("CANARY");
  expect(world.logLines.join()).not.toContain("CANARY");
});

test("no note is stored about an erased customer, and the refund is possible without one", async () => {
  const data = { email: "erased@example.com" };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId: "erased", data } });
  const theirs = await payIntent({ externalCustomerId: "erased" });
  const erased = await world.call("POST", "/v1/customers/erased/erasure", {
    body: { reason: "customer_request" },
  });
  expect(erased.statusCode).toBe(200);
  const refused = await refund({ note: "Called about it" }, { of: theirs });
  expect(refused).toMatchObject({ statusCode: 400, body: { errorCode: "invalid_value" } });
  expect((await refund({}, { of: theirs })).statusCode).toBe(201);
});
