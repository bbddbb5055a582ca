/** The Authorize.Net connector against the sandbox's Authorize.Net. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { runRefunds } from "../../../payments/testing/run-refunds.ts";
import { shortReference } from "../kit/short-reference.ts";
import {
  createVendorWorld,
  knownCustomer,
  sandboxCard,
  type VendorWorld,
} from "../testing/vendor-world.ts";

const name = "authorize-net";
const minuteMs = 60_000;
let world: VendorWorld;
beforeAll(async () => {
  const processor = {
    name: "gateway",
    type: name,
    url: "/vendors/authorize-net",
    apiLoginId: "tessera",
    transactionKey: { env: "ANET_KEY" },
    currency: "USD",
  };
  world = await createVendorWorld([processor], { ANET_KEY: sandboxCredentials.authorizeNet });
});
afterAll(() => world.close());

const chargeOf = async (paymentId: string) => {
  const reference = shortReference(`${paymentId}-1`, 20);
  const charges = await world.charges(name);
  return charges.find(({ idempotencyKey }) => idempotencyKey === reference);
};

describe("payments through Authorize.Net", () => {
  test("are paid, or declined with the reason", async () => {
    const paid = await world.pay(await world.createIntent(), { card: sandboxCard("visa") });
    expect(paid.body).toMatchObject({ status: "success" });
    expect(await chargeOf(paid.body.paymentId)).toMatchObject({ status: "approved", requests: 1 });
    const declined = await world.pay(await world.createIntent(), {
      card: sandboxCard("expired_card"),
    });
    expect(declined.body).toMatchObject({
      status: "failed",
      messages: [{ code: "expired_card" }],
    });
  });

  test("have the known customer data, and keep the facts of the response", async () => {
    await world.call("POST", "/v1/customers", { body: knownCustomer });
    const { externalCustomerId } = knownCustomer;
    const card = { ...sandboxCard("visa"), postalCode: "12207" };
    // The sandbox refuses fields that the vendor's API lacks, and wrong values.
    const direct = await world.pay(await world.createIntent({ externalCustomerId }), { card });
    expect(direct.body).toMatchObject({ status: "success" });
    expect(await world.factsOf(direct.body.paymentId)).toEqual({
      authorisationCode: expect.stringMatching(/^\d{6}$/),
      networkTransactionId: expect.stringMatching(/^\d{15}$/),
      avsResult: "match",
      cvcResult: "not_checked",
    });

    await world.fault(name, "charge", "dropped_after_charging");
    const intent = await world.createIntent({ externalCustomerId });
    const { body } = await world.pay(intent, { card });
    if (body.status === "pending") await world.recovered(intent);
    expect(await world.factsOf(body.paymentId)).toMatchObject({
      authorisationCode: expect.stringMatching(/^\d{6}$/),
    });
  });

  test.each(["dropped_after_charging", "error_after_charging", "silent_after_charging", "garbled"])(
    "%s: the charge is found, and was sent once",
    async (kind) => {
      await world.fault(name, "charge", kind);
      const intent = await world.createIntent();
      const { body } = await world.pay(intent, { card: sandboxCard("visa") });
      const { status } = body.status === "pending" ? await world.recovered(intent) : body;
      expect(status).toBe("success");
      expect(await chargeOf(body.paymentId)).toMatchObject({ requests: 1 });
    },
  );

  test("end after the time in which a list may lag if they were never charged, and are not sent again", async () => {
    await world.fault(name, "charge", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    world.clock.advance(20_000);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(await world.recovered(intent)).toMatchObject({ status: "failed" });
    expect(await chargeOf(body.paymentId)).toBeUndefined();
  });

  test("stay open for staff if the lists no longer have them: their charge may exist", async () => {
    await world.fault(name, "charge", "dropped_after_charging");
    await world.fault(name, "look_up", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    world.clock.advance(26 * 60 * minuteMs);
    expect(await world.recovered(intent)).toMatchObject({ status: "pending" });
    expect(await chargeOf(body.paymentId)).toMatchObject({ status: "approved" });
  });
});

describe("refunds through Authorize.Net", () => {
  const refund = async (intentId: string, externalRefundId: string, amount?: number) =>
    world.call("POST", `/v1/payment-intents/${intentId}/refunds`, {
      body: { externalRefundId, amount },
    });
  const statusesOf = async (intentId: string) => {
    const path = `/v1/payment-intents/${intentId}/refunds`;
    const { data } = (await world.call("GET", path)).json<{
      data: { amount: number; status: string }[];
    }>();
    return data.map(({ amount, status }) => [amount, status]);
  };
  async function follow(rounds: number, stepMs = minuteMs) {
    for (let round = 0; round < rounds; round += 1) {
      await runRefunds(world);
      world.clock.advance(stepMs);
    }
  }
  async function paidIntent() {
    const intent = await world.createIntent({ amount: 50 });
    await world.pay(intent, { card: sandboxCard("visa") });
    return intent;
  }

  test("wait for settlement if partial, and are found by our reference even if a response was lost", async () => {
    const { paymentIntentId } = await paidIntent();
    await refund(paymentIntentId, "anet-1", 20);
    await follow(2, 1_000);
    expect(await statusesOf(paymentIntentId)).toEqual([[20, "pending"]]);
    expect(await world.refunds(name)).toEqual([]);
    await world.fault(name, "refund", "dropped_after_charging");
    await follow(15);
    await refund(paymentIntentId, "anet-2");
    await follow(3);
    expect(await statusesOf(paymentIntentId)).toEqual([
      [30, "success"],
      [20, "success"],
    ]);
    const booked = await world.refunds(name);
    expect(booked.map(({ amountMinor }) => amountMinor).sort()).toEqual([2000, 3000]);
  });

  test("are voids if they return the whole amount before settlement", async () => {
    const before = (await world.refunds(name)).length;
    const { paymentIntentId } = await paidIntent();
    await world.fault(name, "reversal", "dropped_after_charging");
    await refund(paymentIntentId, "anet-3");
    await follow(3);
    expect(await statusesOf(paymentIntentId)).toEqual([[50, "success"]]);
    expect(await world.refunds(name)).toHaveLength(before);
  });

  test("are sent again after an hour if they were lost, but not once the lists no longer have them", async () => {
    const { paymentIntentId } = await paidIntent();
    world.clock.advance(20 * minuteMs);
    await world.fault(name, "refund", "error_without_charging");
    await refund(paymentIntentId, "anet-4", 10);
    await follow(2);
    const before = (await world.refunds(name)).length;
    world.clock.advance(30 * 60 * minuteMs);
    await follow(2);
    expect(await statusesOf(paymentIntentId)).toEqual([[10, "pending"]]);
    expect(await world.refunds(name)).toHaveLength(before);

    const other = await paidIntent();
    world.clock.advance(20 * minuteMs);
    await world.fault(name, "refund", "error_without_charging");
    await refund(other.paymentIntentId, "anet-5", 10);
    await follow(2);
    world.clock.advance(2 * 60 * minuteMs);
    await follow(3);
    expect(await statusesOf(other.paymentIntentId)).toEqual([[10, "success"]]);
    expect(await world.refunds(name)).toHaveLength(before + 1);
  });
});
