/** The Adyen connector against the sandbox's Adyen and its webhooks. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { runRefunds } from "../../../payments/testing/run-refunds.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "../testing/vendor-world.ts";
import { eventOf as eventFields, noticeOf } from "./testing/adyen-responses.ts";

const entry = {
  name: "ad",
  type: "adyen",
  url: "/vendors/adyen",
  apiKey: { env: "ADYEN_API_KEY" },
  merchantAccount: "TesseraSandbox",
  hmacKey: { env: "ADYEN_HMAC_KEY" },
};
const env = {
  ADYEN_API_KEY: sandboxCredentials.adyen,
  ADYEN_HMAC_KEY: sandboxCredentials.adyenHmac,
};
const hmac = { key: sandboxCredentials.adyenHmac };
const eventWith = (fields: object) =>
  eventFields({ merchantAccountCode: "TesseraSandbox", ...fields });
const signed = (fields: object) => noticeOf([eventWith(fields)], hmac);

let world: VendorWorld;
beforeAll(async () => {
  world = await createVendorWorld([entry], env);
});
afterAll(() => world.close());

type Notification = {
  notificationItems: { NotificationRequestItem: Record<string, unknown> }[];
};
const eventOf = ({ notificationItems: [item] }: Notification) =>
  item?.NotificationRequestItem ?? {};

async function sent(): Promise<Notification[]> {
  const response = await fetch(`${world.sandboxUrl}/admin/adyen/notifications`);
  return ((await response.json()) as { data: Notification[] }).data;
}
async function deliver(notification: object) {
  const response = await world.call("POST", "/v1/connectors/ad/notices", {
    token: null,
    body: JSON.stringify(notification),
    headers: { "content-type": "application/json" },
  });
  return [response.statusCode, response.body];
}
/** Delivers webhooks with a reference that begins with one of these. */
async function deliverAbout(...references: string[]): Promise<void> {
  for (const notification of await sent()) {
    const reference = String(eventOf(notification)["merchantReference"]);
    if (references.some((each) => reference.startsWith(each))) await deliver(notification);
  }
}
const requestsOf = async (paymentId: string) =>
  (await world.charges("adyen")).find(({ merchantReference }) =>
    merchantReference.startsWith(paymentId),
  )?.requests ?? 0;
const noticesOf = (paymentId: string) =>
  world.service.deps.database.kysely
    .selectFrom("outcome_notices")
    .select(["operator_id", "event", "our_key"])
    .where("our_key", "like", `${paymentId}%`)
    .execute();
const recover = async () => {
  world.clock.advance(2_000);
  await world.runJob("payments.recover");
};
/** A payment whose responses were all lost. */
async function lost(kind = "error_after_charging") {
  // The request and its replay.
  await world.fault("adyen", "charge", kind, 2);
  const intent = await world.createIntent();
  const { body } = await world.pay(intent, { card: sandboxCard("visa") });
  expect(body.status).toBe("pending");
  return { intent, paymentId: body.paymentId };
}

describe("payments through Adyen", () => {
  test("are paid, or declined with the reason, and keep the network's facts", async () => {
    const paid = await world.pay(await world.createIntent(), { card: sandboxCard("visa") });
    expect(paid.body).toMatchObject({ status: "success" });
    expect(await world.factsOf(paid.body.paymentId)).toMatchObject({
      networkTransactionId: expect.stringMatching(/^\d{15}$/),
      cvcResult: "match",
    });
    const declined = await world.pay(await world.createIntent(), {
      card: sandboxCard("insufficient_funds"),
    });
    expect(declined.body).toMatchObject({
      status: "failed",
      messages: [{ code: "insufficient_funds" }],
    });
    // The webhooks about both change nothing.
    await deliverAbout(paid.body.paymentId, declined.body.paymentId);
    await recover();
    expect(await world.factsOf(declined.body.paymentId)).toMatchObject({ vendorCode: "12" });
  });

  test.each(["dropped_after_charging", "error_after_charging", "silent_after_charging", "garbled"])(
    "%s: the same request again has the outcome, and one charge was made",
    async (kind) => {
      await world.fault("adyen", "charge", kind);
      const { body } = await world.pay(await world.createIntent(), { card: sandboxCard("visa") });
      expect(body.status).toBe("success");
      expect(await requestsOf(body.paymentId)).toBe(2);
    },
  );

  test("stay pending after lost responses until the webhook arrives, however late", async () => {
    const { intent, paymentId } = await lost();
    for (let hour = 0; hour < 50; hour += 1) {
      world.clock.advance(3_600_000);
      await world.runJob("payments.recover");
    }
    // Silence proves nothing: the payment has not failed and is not sent again.
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(await requestsOf(paymentId)).toBe(2);
    for (let round = 0; round < 3; round += 1) await deliverAbout(paymentId);
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
    expect(await noticesOf(paymentId)).toEqual([
      { operator_id: world.operator.operatorId, event: "AUTHORISATION", our_key: `${paymentId}-1` },
    ]);
  });

  test("stay pending for staff if they were never charged", async () => {
    const { intent, paymentId } = await lost("error_without_charging");
    for (let day = 0; day < 10; day += 1) {
      world.clock.advance(86_400_000);
      await world.runJob("payments.recover");
    }
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(await requestsOf(paymentId)).toBe(0);
  });

  test("end with a decline that only the webhook reports", async () => {
    await world.fault("adyen", "charge", "error_after_charging", 2);
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("insufficient_funds") });
    expect(body.status).toBe("pending");
    await deliverAbout(body.paymentId);
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "insufficient_funds" }] }],
    });
  });

  test("have the outcome of a webhook that came before our own response", async () => {
    const { intent, paymentId } = await lost();
    await deliverAbout(paymentId);
    // The row looks as if the process had not reached the lost response.
    await world.service.deps.database.kysely
      .updateTable("payments")
      .set({ step: "authorising", checks: 0, next_check_at: new Date(world.clock.nowMs()) })
      .where("payment_id", "=", paymentId)
      .execute();
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
  });

  test("are reversed if the charged amount differs, and end when the reversal is confirmed", async () => {
    await world.fault("adyen", "charge", "wrong_amount");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    await deliverAbout(body.paymentId);
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "charge_reversed" }] }],
    });
    expect(await world.charges("adyen")).toContainEqual(
      expect.objectContaining({
        idempotencyKey: `${body.paymentId}-1`,
        reversal: expect.anything(),
      }),
    );
  });

  test("are reversed once if they failed here and were charged after all", async () => {
    const { intent, paymentId } = await lost();
    await world.service.deps.database.kysely
      .updateTable("payments")
      .set({ step: "failed", status: "failed", next_check_at: null })
      .where("payment_id", "=", paymentId)
      .execute();
    await deliverAbout(paymentId);
    await recover();
    // The reversal was requested; its webhook comes twice.
    for (let round = 0; round < 2; round += 1) await deliverAbout(paymentId);
    await recover();
    const row = await world.service.deps.database.kysely
      .selectFrom("payments")
      .select(["reversal", "next_check_at"])
      .where("payment_id", "=", paymentId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ reversal: "done", next_check_at: null });
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
  });
});

describe("a webhook", () => {
  test("gets the response that Adyen wants", async () => {
    const { paymentId } = await lost();
    const [own] = (await sent()).filter((notification) =>
      String(eventOf(notification)["merchantReference"]).startsWith(paymentId),
    );
    expect(await deliver(own ?? {})).toEqual([200, "[accepted]"]);
    expect(await deliver(own ?? {})).toEqual([200, "[accepted]"]);
  });

  test("is refused if it is forged, and changes nothing", async () => {
    const { intent, paymentId } = await lost();
    const body = noticeOf([eventWith({ merchantReference: `${paymentId}-1` })], {
      key: "AB".repeat(32),
    }).rawBody.toString();
    expect((await deliver(JSON.parse(body)))[0]).toBe(401);
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(await noticesOf(paymentId)).toEqual([]);
  });

  test("settles nothing if it belongs to another operator, whatever key it names", async () => {
    const { intent, paymentId } = await lost();
    const other = await world.createOperator();
    await world.service.deps.database.kysely
      .insertInto("outcome_notices")
      .values({
        processor: "ad",
        notice_id: "AUTHORISATION-foreign-true",
        operator_id: other.operatorId,
        our_key: `${paymentId}-1`,
        vendor_reference: "F".repeat(16),
        charge_id: null,
        event: "AUTHORISATION",
        succeeded: true,
        reason: null,
        amount_minor: 4999,
        currency: "USD",
        facts: null,
        arn: null,
        happened_at: new Date(world.clock.nowMs()),
        received_at: new Date(world.clock.nowMs()),
      })
      .execute();
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    await deliverAbout(paymentId);
    await recover();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
  });

  test("is kept for a while if its key is unknown", async () => {
    const key = "pay_00000000000000000000000x-1";
    const { rawBody } = signed({ merchantReference: key, pspReference: "U".repeat(16) });
    expect(await deliver(JSON.parse(rawBody.toString()))).toEqual([200, "[accepted]"]);
    expect(await noticesOf(key)).toEqual([
      { operator_id: null, event: "AUTHORISATION", our_key: key },
    ]);
    world.clock.advance(6 * 86_400_000);
    await world.runJob("payments.forget_notices");
    expect(await noticesOf(key)).toHaveLength(1);
    world.clock.advance(2 * 86_400_000);
    await world.runJob("payments.forget_notices");
    expect(await noticesOf(key)).toEqual([]);
  });

  test("is not stored beyond the limit for one key", async () => {
    const key = "pay_00000000000000000000000y-1";
    for (let count = 0; count < 103; count += 1) {
      const pspReference = `MANY${String(count).padStart(12, "0")}`;
      await deliver(
        JSON.parse(signed({ merchantReference: key, pspReference }).rawBody.toString()),
      );
    }
    expect(await noticesOf(key)).toHaveLength(100);
  });

  test("opens a dispute, and a later one advances it", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    const charge = (await world.charges("adyen")).find(
      ({ idempotencyKey }) => idempotencyKey === `${body.paymentId}-1`,
    );
    const about = {
      pspReference: "DSPT4711DSPT4711",
      originalReference: (charge as { chargeId?: string } | undefined)?.chargeId,
      merchantReference: `${body.paymentId}-1`,
    };
    const opened = {
      ...about,
      eventCode: "NOTIFICATION_OF_CHARGEBACK",
      additionalData: {
        chargebackReasonCode: "10.4",
        chargebackSchemeCode: "visa",
        defensePeriodEndsAt: "2031-12-24T10:00:00+01:00",
      },
    };
    const notices = async (fields: object) => {
      const { rawBody } = signed(fields);
      expect(await deliver(JSON.parse(rawBody.toString()))).toEqual([200, "[accepted]"]);
      await world.runJob("payments.disputes.notices");
      return (await world.call("GET", "/v1/disputes")).json().data[0];
    };
    expect(await notices(opened)).toMatchObject({
      paymentId: body.paymentId,
      network: "visa",
      reasonCode: "10.4",
      category: "fraudulent",
      stage: "chargeback",
      status: "needs-response",
    });
    // This webhook lacks the scheme's code, so the first one stays.
    const won = {
      ...about,
      eventCode: "CHARGEBACK_REVERSED",
      eventDate: "2026-11-21T10:00:00+01:00",
    };
    expect(await notices(won)).toMatchObject({ status: "won", reasonCode: "10.4" });
  });
});

describe("refunds through Adyen", () => {
  const rounds = async (many: number, references: string[]) => {
    for (let round = 0; round < many; round += 1) {
      await runRefunds(world);
      await deliverAbout(...references);
      world.clock.advance(60_000);
    }
  };
  const refundsOf = async (intent: { paymentIntentId: string }) => {
    const path = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const { data } = (await world.call("GET", path)).json<{
      data: { refundId: string; amount: number; status: string; failureCode: string | null }[];
    }>();
    return data;
  };
  const refund = async (intent: { paymentIntentId: string }, id: string, amount?: number) => {
    const path = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const response = await world.call("POST", path, { body: { externalRefundId: id, amount } });
    expect(response.statusCode).toBe(201);
    return response.json<{ refundId: string }>().refundId;
  };

  test("are made in parts, once each, even if a response was lost", async () => {
    const intent = await world.createIntent({ amount: 50 });
    await world.pay(intent, { card: sandboxCard("visa") });
    const one = await refund(intent, "ad-1", 20);
    world.clock.advance(1_000);
    await world.fault("adyen", "refund", "dropped_after_charging");
    const two = await refund(intent, "ad-2");
    await runRefunds(world);
    expect((await refundsOf(intent)).map(({ status }) => status)).toEqual(["pending", "pending"]);
    await rounds(5, [one, two]);
    expect((await refundsOf(intent)).map(({ amount, status }) => [amount, status])).toEqual([
      [30, "success"],
      [20, "success"],
    ]);
    const booked = await world.refunds("adyen");
    expect(booked.map(({ amountMinor }) => amountMinor).sort()).toEqual([2000, 3000]);
  });

  test("are not sent again after a lost response once Adyen may have forgotten their key", async () => {
    const intent = await world.createIntent({ amount: 50 });
    await world.pay(intent, { card: sandboxCard("visa") });
    await world.fault("adyen", "refund", "error_without_charging", 1_000);
    const refundId = await refund(intent, "ad-3");
    for (let day = 0; day < 9; day += 1) {
      await runRefunds(world);
      world.clock.advance(86_400_000);
    }
    const before = await world.faultsLeft("refund");
    expect(before).toBeLessThan(1_000);
    await runRefunds(world);
    world.clock.advance(86_400_000);
    await runRefunds(world);
    expect(await world.faultsLeft("refund")).toBe(before);
    expect(await refundsOf(intent)).toMatchObject([{ refundId, status: "pending" }]);
    await fetch(`${world.sandboxUrl}/admin/faults`, { method: "DELETE" });
  });
});
