/** Webhooks that contradict what is stored about a payment or a refund. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { runRefunds } from "../../../payments/testing/run-refunds.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "../testing/vendor-world.ts";
import { eventOf, noticeOf } from "./testing/adyen-responses.ts";

const entry = {
  name: "ad",
  type: "adyen",
  url: "/vendors/adyen",
  apiKey: sandboxCredentials.adyen,
  merchantAccount: "TesseraSandbox",
  hmacKey: sandboxCredentials.adyenHmac,
};

let world: VendorWorld;
beforeAll(async () => {
  world = await createVendorWorld([entry]);
});
afterAll(() => world.close());

const db = () => world.service.deps.database.kysely;
const psp = (letter: string, id: string) => `${letter}${id.replace(/\W/g, "").slice(-15)}`;

async function deliver(fields: object): Promise<void> {
  const event = eventOf({ merchantAccountCode: "TesseraSandbox", ...fields });
  const { rawBody } = noticeOf([event], { key: sandboxCredentials.adyenHmac });
  const response = await world.call("POST", "/v1/connectors/ad/notices", {
    token: null,
    body: rawBody.toString(),
    headers: { "content-type": "application/json" },
  });
  expect([response.statusCode, response.body]).toEqual([200, "[accepted]"]);
}

async function paid() {
  const intent = await world.createIntent();
  const { body } = await world.pay(intent, { card: sandboxCard("visa") });
  expect(body.status).toBe("success");
  return { intent, paymentId: body.paymentId, ...(await chargeOf(body.paymentId)) };
}
/** The fields that all webhooks about a payment's charge share. */
async function chargeOf(paymentId: string) {
  const { charge_id, amount } = await db()
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .select(["p.charge_id", "i.amount_minor as amount"])
    .where("p.payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const merchantReference = `${paymentId}-1`;
  return { chargeId: charge_id ?? "", about: { merchantReference, amount: usd(Number(amount)) } };
}
const usd = (value: number) => ({ currency: "USD", value });
const alarmsOf = (subjectId: string) =>
  db()
    .selectFrom("outcome_alarms")
    .select(["problem", "source", "reference", "operator_id"])
    .where("subject_id", "=", subjectId)
    .execute();

describe("a successful payment", () => {
  test.each(["CAPTURE_FAILED", "CANCELLATION", "CANCEL_OR_REFUND", "EXPIRE"])(
    "keeps its status after %s, and raises one alarm",
    async (eventCode) => {
      const { intent, paymentId, chargeId, about } = await paid();
      await deliver({ ...about, pspReference: chargeId });
      expect(await alarmsOf(paymentId)).toEqual([]);
      const notice = {
        ...about,
        eventCode,
        pspReference: psp("C", paymentId),
        originalReference: chargeId,
      };
      for (let round = 0; round < 3; round += 1) await deliver(notice);
      expect(await alarmsOf(paymentId)).toEqual([
        {
          problem: "not_happened_after_all",
          source: "notice",
          reference: chargeId,
          operator_id: world.operator.operatorId,
        },
      ]);
      expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    },
  );

  test("is not contradicted by failed events", async () => {
    const { paymentId, chargeId, about } = await paid();
    await deliver({ ...about, pspReference: chargeId });
    await deliver({
      ...about,
      eventCode: "CANCELLATION",
      success: "false",
      pspReference: psp("C", paymentId),
      originalReference: chargeId,
    });
    await deliver({ ...about, success: "false", pspReference: psp("R", paymentId) });
    expect(await alarmsOf(paymentId)).toEqual([]);
  });

  test("raises an alarm if its key has two charges or a charge of another amount", async () => {
    const twice = await paid();
    await deliver({ ...twice.about, pspReference: twice.chargeId });
    await deliver({ ...twice.about, pspReference: psp("S", twice.paymentId) });
    expect(await alarmsOf(twice.paymentId)).toMatchObject([{ problem: "other_reference" }]);
    const other = await paid();
    await deliver({ ...other.about, pspReference: other.chargeId, amount: usd(1) });
    expect(await alarmsOf(other.paymentId)).toMatchObject([{ problem: "other_amount" }]);
  });
});

test("a reversal whose refund came back raises an alarm: the customer is charged", async () => {
  await world.fault("adyen", "charge", "error_after_charging", 2);
  const intent = await world.createIntent();
  const { body } = await world.pay(intent, { card: sandboxCard("visa") });
  const { paymentId } = body;
  await db()
    .updateTable("payments")
    .set({ step: "failed", status: "failed", reversal: null, next_check_at: null })
    .where("payment_id", "=", paymentId)
    .execute();
  const chargeId = psp("A", paymentId);
  const { about } = await chargeOf(paymentId);
  const recover = async () => {
    world.clock.advance(10_000);
    await world.runJob("payments.recover");
  };
  await deliver({ ...about, pspReference: chargeId });
  await recover();
  const reversal = {
    ...about,
    merchantReference: `${paymentId}-1-reversal`,
    eventCode: "CANCEL_OR_REFUND",
    pspReference: psp("C", paymentId),
    originalReference: chargeId,
  };
  await deliver(reversal);
  await recover();
  const row = () =>
    db()
      .selectFrom("payments")
      .select(["reversal", "next_check_at"])
      .where("payment_id", "=", paymentId)
      .executeTakeFirstOrThrow();
  expect(await row()).toEqual({ reversal: "done", next_check_at: null });
  expect(await alarmsOf(paymentId)).toEqual([]);
  await deliver({ ...reversal, eventCode: "REFUND_FAILED" });
  await recover();
  expect(await alarmsOf(paymentId)).toMatchObject([
    { problem: "happened_after_all", reference: chargeId },
  ]);
  expect(await row()).toEqual({ reversal: "done", next_check_at: null });
});

test("a webhook that comes while a job looks the failed payment up is read afterwards", async () => {
  const intent = await world.createIntent();
  const { body } = await world.pay(intent, { card: sandboxCard("insufficient_funds") });
  const { paymentId } = body;
  const { about } = await chargeOf(paymentId);
  await deliver({ ...about, success: "false", pspReference: psp("R", paymentId) });
  const chargeId = psp("A", paymentId);
  // The job has read the refusal but not stored its consequences.
  const { database } = world.service.deps;
  const commit = database.commit.bind(database);
  let isFirst = true;
  Object.assign(database, {
    commit: async (...given: Parameters<typeof commit>) => {
      if (isFirst) {
        isFirst = false;
        await deliver({ ...about, pspReference: chargeId });
      }
      return commit(...given);
    },
  });
  world.clock.advance(10_000);
  await world.runJob("payments.recover");
  Object.assign(database, { commit });
  world.clock.advance(10_000);
  await world.runJob("payments.recover");
  const row = await db()
    .selectFrom("payments")
    .select(["step", "reversal", "charge_id"])
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ step: "failed", reversal: "due", charge_id: chargeId });
});

test("a refund that staff marked as returned is not contradicted by Adyen's silence", async () => {
  const { intent, paymentId } = await paid();
  await world.fault("adyen", "refund", "error_without_charging", 1_000);
  const path = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", path, { body: { externalRefundId: "silent-1" } });
  const { refundId } = response.json<{ refundId: string }>();
  await runRefunds(world);
  await mark(refundId, paymentId, intent.paymentIntentId);
  for (let day = 0; day < 3; day += 1) {
    world.clock.advance(86_400_000);
    await runRefunds(world);
  }
  const { checks, step } = await db()
    .selectFrom("refunds")
    .select(["checks", "step"])
    .where("refund_id", "=", refundId)
    .executeTakeFirstOrThrow();
  expect([checks > 1, step]).toEqual([true, "success"]);
  expect(await alarmsOf(refundId)).toEqual([]);
});

/** Marks the refund as returned, as staff would. */
async function mark(refundId: string, paymentId: string, paymentIntentId: string): Promise<void> {
  const now = new Date(world.clock.nowMs());
  const actor = JSON.stringify({ kind: "staff", staffId: "stf_test" });
  await db()
    .updateTable("refunds")
    .set({ step: "success", settled_at: now, provider_refund_id: "MARKED", next_check_at: now })
    .where("refund_id", "=", refundId)
    .execute();
  await db()
    .insertInto("outcome_marks")
    .values({
      operator_id: world.operator.operatorId,
      outcome_mark_id: `omk_${refundId}`,
      subject_type: "refund",
      subject_id: refundId,
      payment_intent_id: paymentIntentId,
      payment_id: paymentId,
      external_customer_id: "lena",
      outcome: "success",
      reference: "MARKED",
      note_sealed: null,
      amount_minor: 4999,
      currency: "USD",
      state: "applied",
      marked_by: actor,
      decided_by: null,
      version: 1,
      created_at: now,
      decided_at: now,
      confirmed_at: null,
    })
    .execute();
}
