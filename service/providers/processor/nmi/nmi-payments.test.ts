/** The NMI connector against the sandbox's NMI. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { addStaff } from "../../../app/console/testing/staff-browser.ts";
import { decideNotice } from "../../../payments/disputes/decide-notice.ts";
import { runRefunds } from "../../../payments/testing/run-refunds.ts";
import {
  createVendorWorld,
  knownCustomer,
  sandboxCard,
  type VendorWorld,
} from "../testing/vendor-world.ts";

let world: VendorWorld;
beforeAll(async () => {
  const nmi = {
    name: "gateway",
    type: "nmi",
    url: "/vendors/nmi",
    securityKey: { env: "NMI_KEY" },
    signingKey: { env: "NMI_SIGNING_KEY" },
  };
  const silent = { ...nmi, name: "without-notices", signingKey: undefined };
  world = await createVendorWorld([nmi, silent], {
    NMI_KEY: sandboxCredentials.nmi,
    NMI_SIGNING_KEY: signingKey,
  });
});
afterAll(() => world.close());

const signingKey = "signing-key-of-the-shop";

async function notify(orderId: string, { key = signingKey, to = "gateway", padding = "" } = {}) {
  const body = JSON.stringify({
    event_type: "transaction.sale.success",
    event_body: { order_id: orderId, padding },
  });
  const signature = createHmac("sha256", key).update(`nonce.${body}`).digest("hex");
  const response = await world.call("POST", `/v1/connectors/${to}/notices`, {
    token: null,
    body,
    headers: { "content-type": "application/json", "webhook-signature": `t=nonce,s=${signature}` },
  });
  return response.statusCode;
}

const requestsOf = async (paymentId: string) => {
  const charges = await world.charges("nmi");
  return charges.find(({ idempotencyKey }) => idempotencyKey.startsWith(paymentId))?.requests ?? 0;
};

describe("payments through NMI", () => {
  test("become lost disputes once if they are charged back; if the card differs, staff name the payment", async () => {
    const admin = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      await fetch(`${world.sandboxUrl}/admin/nmi/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
    };
    const { kysely } = world.service.deps.database;
    const paid = async () => {
      const { body } = await world.pay(await world.createIntent(), { card: sandboxCard("visa") });
      return kysely
        .selectFrom("payments")
        .select(["payment_id", "charge_id"])
        .where("payment_id", "=", body.paymentId)
        .executeTakeFirstOrThrow();
    };
    const [first, other] = [await paid(), await paid()];
    for (const { charge_id: chargeId } of [first, other]) await admin("chargebacks", { chargeId });
    const events = await fetch(`${world.sandboxUrl}/admin/nmi/events`);
    const { data } = (await events.json()) as { data: { body: string }[] };
    const [real = "", wrongCard = ""] = data
      .map(({ body }) => body)
      .filter((body) => body.includes("chargeback"));
    const send = async (body: string) => {
      const hex = createHmac("sha256", signingKey).update(`n.${body}`).digest("hex");
      const headers = { "content-type": "application/json", "webhook-signature": `t=n,s=${hex}` };
      const path = "/v1/connectors/gateway/notices";
      return (await world.call("POST", path, { token: null, body, headers })).statusCode;
    };
    expect([await send(real), await send(real)]).toEqual([200, 200]);
    expect(await send(wrongCard.replace(/\*{6}\d{4}/, "******0000"))).toBe(200);
    // Readable entries count, and 400 tells the gateway that the others cannot be read.
    expect(await send(real.replace(/"date":"[^"]+"/, '"date":"soon"'))).toBe(400);
    await world.runJob("payments.disputes.notices");
    const { data: disputes } = (await world.call("GET", "/v1/disputes")).json<{
      data: Record<string, unknown>[];
    }>();
    expect(disputes).toEqual([
      expect.objectContaining({
        paymentId: first.payment_id,
        status: "lost",
        stage: "chargeback",
        network: "visa",
        reasonCode: "10.4",
        category: "fraudulent",
      }),
    ]);
    const waiting = await kysely
      .selectFrom("processor_notices")
      .select(["state", "problem"])
      .where("state", "!=", "applied")
      .execute();
    expect(waiting).toEqual([{ state: "waiting", problem: "charge_unknown" }]);

    // The chargeback's id instead of the charge's: staff name a payment with the same card.
    const eventId = "a-batch-777";
    const own = real.replace(/"id":"\d+","date"/, '"id":"777","date"');
    expect(await send(own.replace(/"event_id":"[^"]+"/, '"event_id":"a-batch"'))).toBe(200);
    await world.runJob("payments.disputes.notices");
    const { staffId } = await addStaff(world, "reviewer");
    const decide = (paymentId: string) =>
      decideNotice(world.service.payments, {
        operatorId: world.operator.operatorId,
        staffId,
        processor: "gateway",
        eventId,
        action: "match",
        paymentId,
        reason: "the same card",
      });
    const { body: mastercard } = await world.pay(await world.createIntent(), {
      card: sandboxCard("mastercard"),
    });
    await expect(decide(mastercard.paymentId)).rejects.toThrow();
    expect(await decide(other.payment_id)).toBe("applied");
  });

  test("are paid, or declined with the reason", async () => {
    const paid = await world.pay(await world.createIntent(), { card: sandboxCard("visa") });
    expect(paid.body).toMatchObject({ status: "success" });
    const declined = await world.pay(await world.createIntent(), {
      card: sandboxCard("insufficient_funds"),
    });
    expect(declined.body).toMatchObject({
      status: "failed",
      messages: [{ code: "insufficient_funds" }],
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
      avsResult: "no_match",
      cvcResult: "no_match",
    });

    await world.fault("nmi", "charge", "dropped_after_charging");
    const intent = await world.createIntent({ externalCustomerId });
    const { body } = await world.pay(intent, { card });
    if (body.status === "pending") await world.recovered(intent);
    expect(await world.factsOf(body.paymentId)).toMatchObject({
      authorisationCode: expect.stringMatching(/^\d{6}$/),
    });
  });

  test("fail if the card must not be tried again, and the next one is not sent", async () => {
    // A wrong security code would not stop the card, and NMI's matching test code is 999.
    const card = { ...sandboxCard("do_not_try_again"), cvc: "999" };
    const first = await world.pay(await world.createIntent(), { card });
    expect(first.body).toMatchObject({ messages: [{ code: "do_not_try_again" }] });
    expect(await requestsOf(first.body.paymentId)).toBe(1);
    const second = await world.pay(await world.createIntent(), { card });
    expect(second.body).toMatchObject({ messages: [{ code: "do_not_try_again" }] });
    expect(await requestsOf(second.body.paymentId)).toBe(0);
  });

  test("below 1.00 are declined, as in NMI's tests", async () => {
    const intent = await world.createIntent({ amount: 0.99 });
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body).toMatchObject({ status: "failed", messages: [{ code: "generic_decline" }] });
  });

  test.each(["dropped_after_charging", "error_after_charging", "silent_after_charging", "garbled"])(
    "%s: the charge is found, and was sent once",
    async (kind) => {
      await world.fault("nmi", "charge", kind);
      const intent = await world.createIntent();
      const { body } = await world.pay(intent, { card: sandboxCard("visa") });
      const { status } = body.status === "pending" ? await world.recovered(intent) : body;
      expect(status).toBe("success");
      expect(await requestsOf(body.paymentId)).toBe(1);
    },
  );

  test("end after the time in which a query may lag if they were never charged, and are not sent again", async () => {
    await world.fault("nmi", "charge", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    world.clock.advance(20_000);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(await world.recovered(intent)).toMatchObject({ status: "failed" });
    expect(await requestsOf(body.paymentId)).toBe(0);
  });

  test("are looked up when NMI reports them while their outcome is unknown, once for repeated events", async () => {
    await world.fault("nmi", "charge", "dropped_after_charging");
    await world.fault("nmi", "look_up", "error_without_charging", 1);
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("payments")
      .set({ next_check_at: new Date(world.clock.nowMs() + 3_600_000) })
      .where("payment_id", "=", body.paymentId)
      .execute();
    const key = `${body.paymentId}-1`;
    expect(await notify(key, { key: "another-key-0000" })).toBe(401);
    expect(await notify(key, { to: "without-notices" })).toBe(404);
    expect(await notify(key, { padding: "x".repeat(300_000) })).toBe(413);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    for (let count = 0; count < 3; count += 1) {
      expect(await notify(key)).toBe(200);
      await world.runJob("payments.recover");
    }
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await requestsOf(body.paymentId)).toBe(1);
    expect(await notify("pay_of-nobody-1")).toBe(200);
  });

  test("are voided once if they must be reversed", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("payments")
      .set({ step: "failed", reversal: "due", next_check_at: new Date(world.clock.nowMs()) })
      .where("payment_id", "=", body.paymentId)
      .execute();
    await world.fault("nmi", "reversal", "dropped_after_charging");
    for (let round = 0; round < 5; round += 1) {
      await world.runJob("payments.recover");
      world.clock.advance(60_000);
    }
    const { reversal } = await kysely
      .selectFrom("payments")
      .select("reversal")
      .where("payment_id", "=", body.paymentId)
      .executeTakeFirstOrThrow();
    expect(reversal).toBe("done");
  });

  test("raise no alarm when an old notice comes again after a refund returned them", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    const { kysely } = world.service.deps.database;
    // NMI shows such a charge as it was.
    await kysely
      .updateTable("payments")
      .set({ step: "failed", status: "failed", reversal: "done", next_check_at: null })
      .where("payment_id", "=", body.paymentId)
      .execute();
    expect(await notify(`${body.paymentId}-1`)).toBe(200);
    const row = () =>
      kysely
        .selectFrom("payments")
        .select("next_check_at")
        .where("payment_id", "=", body.paymentId)
        .executeTakeFirstOrThrow();
    expect((await row()).next_check_at).not.toBeNull();
    await world.runJob("payments.recover");
    expect((await row()).next_check_at).toBeNull();
    expect(await kysely.selectFrom("outcome_alarms").select("subject_id").execute()).toEqual([]);
  });
});

describe("refunds through NMI", () => {
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
  async function follow(rounds: number) {
    for (let round = 0; round < rounds; round += 1) {
      await runRefunds(world);
      world.clock.advance(60_000);
    }
  }

  test("are found by our reference if they are partial, even if a response was lost", async () => {
    const { paymentIntentId } = await paidIntent();
    await refund(paymentIntentId, "nmi-1", 20);
    await follow(1);
    await world.fault("nmi", "refund", "dropped_after_charging");
    await refund(paymentIntentId, "nmi-2");
    await follow(10);
    expect(await statusesOf(paymentIntentId)).toEqual([
      [30, "success"],
      [20, "success"],
    ]);
    const booked = await world.refunds("nmi");
    expect(booked.map(({ amountMinor }) => amountMinor).sort()).toEqual([2000, 3000]);
  });

  test("are voids if they return the whole amount before settlement, and are never made twice", async () => {
    const { paymentIntentId } = await paidIntent();
    await world.fault("nmi", "reversal", "dropped_after_charging");
    await refund(paymentIntentId, "nmi-3");
    await follow(3);
    expect(await statusesOf(paymentIntentId)).toEqual([[50, "success"]]);
  });

  test("are not sent again if the request may have arrived, and wait for staff", async () => {
    const before = (await world.refunds("nmi")).length;
    const { paymentIntentId } = await paidIntent();
    await world.fault("nmi", "refund", "error_without_charging");
    await refund(paymentIntentId, "nmi-4", 10);
    await follow(3);
    world.clock.advance(2 * 60 * 60_000);
    await follow(3);
    expect(await statusesOf(paymentIntentId)).toEqual([[10, "pending"]]);
    expect(await world.refunds("nmi")).toHaveLength(before);
  });

  async function paidIntent() {
    const intent = await world.createIntent({ amount: 50 });
    await world.pay(intent, { card: sandboxCard("visa") });
    return intent;
  }
});
