/** Card payments; the other methods have their own tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atEveryStep } from "../testing/at-every-step.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../testing/dying-database.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "./testing/payment-world.ts";
import {
  bankAnswers,
  chargeCallsFor,
  enrol,
  payUntilChallenge,
  postResults,
} from "./testing/three-ds-parties.ts";

const withMethod = "4000002760003184";
const withoutMethod = "4000000000003220";

let world: PaymentWorld;
let store: DyingDatabase;
let dying: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
  enrol(world, withMethod);
  enrol(world, withoutMethod, { method: false });
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

const challenged = () => payUntilChallenge(world, withoutMethod);
const cancel = (paymentId: string, options: { token?: string; key?: string } = {}) =>
  world.call("POST", `/v1/payments/${paymentId}/cancel`, {
    ...(options.token && { token: options.token }),
    ...(options.key && { headers: { "idempotency-key": options.key } }),
  });
const canceled = {
  status: "failed",
  payments: [
    { status: "failed", messages: [{ code: "payment_canceled", advice: { retry: true } }] },
  ],
};

async function auditOf(paymentId: string): Promise<unknown[]> {
  return world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select(["actor_kind", "details"])
    .where("action", "=", "payment.canceled")
    .where("subject_id", "=", paymentId)
    .execute();
}

describe("a card payment", () => {
  test("is canceled once while it waits for the issuer's confirmation, and never charged", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    const { paymentId } = payment;
    expect((await cancel(paymentId, { key: "once" })).json()).toMatchObject(canceled);
    const repeated = await cancel(paymentId, { key: "once" });
    expect(repeated.headers["idempotent-replayed"]).toBe("true");
    expect((await cancel(paymentId)).json()).toMatchObject(canceled);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "failed"]);
    expect(await auditOf(paymentId)).toEqual([{ actor_kind: "api", details: '{"type":"card"}' }]);

    expect(await postResults(world, { threeDSServerTransID })).toMatchObject({
      body: { messageType: "RRes", resultsStatus: "01" },
    });
    const after = await world.continuePayment(intent, paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "123",
    });
    expect(after).toMatchObject({
      statusCode: 200,
      body: {
        status: "failed",
        nextAction: null,
        messages: [{ code: "payment_canceled" }],
        advice: { retry: true, with: "same" },
      },
    });
    expect(chargeCallsFor(world, payment)).toHaveLength(0);
    expect((await world.pay(intent)).body.status).toBe("success");
  });

  test("is canceled between the issuer's confirmation and the charge", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID });
    expect((await cancel(payment.paymentId)).json()).toMatchObject(canceled);
    await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "123",
    });
    world.clock.advance(60 * 60_000);
    await world.runJob("payments.recover");
    expect(chargeCallsFor(world, payment)).toHaveLength(0);
    expect(await world.statusOf(intent)).toMatchObject(canceled);
  });

  test("is canceled while the bank's script runs in the customer's browser", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: { number: withMethod } });
    expect(body.nextAction?.type).toBe("three_ds_method");
    expect((await cancel(body.paymentId)).json()).toMatchObject(canceled);
    bankAnswers(world, { transStatus: "Y" });
    const after = await world.continuePayment(intent, body.paymentId, {
      after: "three_ds_method",
      completionIndicator: "Y",
    });
    expect(after.body.status).toBe("failed");
    expect(chargeCallsFor(world, body)).toHaveLength(0);
  });

  test("is not canceled if it is or may be charged, and the message suggests a refund", async () => {
    const paid = await world.createIntent();
    const { body } = await world.pay(paid);
    const late = await cancel(body.paymentId);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      errorCode: "payment_not_cancelable",
      message: expect.stringContaining("Refund it instead"),
    });
    expect(await world.statusOf(paid)).toMatchObject({ status: "success" });

    const { northbank } = world.parties;
    northbank.next({ becomes: "approved", response: "break" });
    northbank.lookUps = { status: 503 };
    const open = await world.pay(await world.createIntent());
    northbank.lookUps = null;
    expect(open.body.status).toBe("pending");
    expect((await cancel(open.body.paymentId)).json()).toMatchObject({
      errorCode: "payment_not_cancelable",
      message: expect.stringContaining("If it succeeds, refund it"),
    });

    northbank.next({ becomes: { declined: "insufficient_funds" } });
    const declined = await world.pay(await world.createIntent());
    expect((await cancel(declined.body.paymentId)).json()).toMatchObject({
      errorCode: "payment_not_cancelable",
      message: expect.stringContaining("already failed"),
    });
  });

  test("of another operator, or an unknown one, is 404 and stays as it is", async () => {
    const { intent, payment } = await challenged();
    const { secretKey: token } = await world.createOperator();
    expect((await cancel(payment.paymentId, { token })).statusCode).toBe(404);
    expect((await cancel("pay_none")).statusCode).toBe(404);
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
  });
});

test("a process that dies at any step leaves the payment canceled or as it was, and a repeat cancels it", async () => {
  let serial = 0;
  await atEveryStep(store, {
    prepare: async () => {
      serial += 1;
      return { ...(await challenged()), key: `dying-${serial}` };
    },
    act: ({ payment, key }) =>
      dying.call("POST", `/v1/payments/${payment.paymentId}/cancel`, {
        token: world.operator.secretKey,
        headers: { "idempotency-key": key },
      }),
    async check({ intent, payment, key }, life) {
      // This is longer than the dead request's lease.
      world.clock.advance(10 * 60_000);
      const repeated = await cancel(payment.paymentId, { key });
      expect([life, repeated.statusCode, repeated.json().status]).toEqual([life, 200, "failed"]);
      expect([life, await world.eventsOf(intent)]).toEqual([
        life,
        ["created", "pending", "failed"],
      ]);
      expect([life, (await auditOf(payment.paymentId)).length]).toEqual([life, 1]);
    },
  });
});
