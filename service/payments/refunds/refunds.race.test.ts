/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import { changeOperator } from "../../operators/accounts/index.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { insertStaff } from "../../testing/insert-staff.ts";
import {
  createPaymentWorld,
  openSecondProcess,
  type PaymentWorld,
} from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";
import { decideRefund } from "./approve-refund.ts";

let world: PaymentWorld;
let second: TestService;
let serial = 0;
beforeAll(async () => {
  world = await createPaymentWorld();
  second = await openSecondProcess(world);
  await insertStaff(world, ["one", "two"]);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

async function paid(amount: number): Promise<CreatedPaymentIntent> {
  const intent = await world.createIntent({ amount });
  expect((await world.pay(intent)).body.status).toBe("success");
  return intent;
}

function refundAt(service: TestService, intent: CreatedPaymentIntent, amount?: number) {
  serial += 1;
  return service.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
    token: world.operator.secretKey,
    body: { externalRefundId: `race-${serial}`, ...(amount !== undefined && { amount }) },
  });
}

const both = (index: number) => (index % 2 ? second : world);

async function followBoth(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([runRefunds(world), runRefunds(second)]);
  }
}

function returnedOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { refundId }) => {
    return sum + (world.parties.northbank.refunds.made.get(refundId)?.amountMinor ?? 0);
  }, 0);
}

test("exactly as many of 50 concurrent partial refunds succeed as the payment allows, at two services", async () => {
  const intent = await paid(100);
  // 100.00 holds fourteen refunds of 7.00; 2.00 stay.
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => refundAt(both(index), intent, 7)),
  );
  const created = responses.filter(({ statusCode }) => statusCode === 201);
  expect(created).toHaveLength(14);
  const refused = responses.filter(({ statusCode }) => statusCode === 400);
  expect(refused).toHaveLength(36);
  expect(new Set(refused.map((response) => response.json().errorCode))).toEqual(
    new Set(["refund_exceeds_payment"]),
  );
  await followBoth();
  expect(returnedOf(created.map((response) => response.json()))).toBe(9_800);
  expect((await refundAt(world, intent)).json()).toMatchObject({ amount: 2 });
});

test("only one of many concurrent full refunds succeeds, and the processor is asked once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const intent = await paid(49.99);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => refundAt(both(index), intent)),
    );
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    expect(created).toHaveLength(1);
    const { refundId } = (created[0] as (typeof created)[number]).json<Refund>();
    await followBoth();
    const calls = world.parties.northbank.refunds.calls.filter(({ key }) => key === refundId);
    expect(calls).toHaveLength(1);
  }
});

test("a refund is either canceled or sent, never both", async () => {
  for (let round = 0; round < 10; round += 1) {
    const intent = await paid(10);
    const { refundId } = (await refundAt(world, intent)).json() as Refund;
    const [canceled] = await Promise.all([
      second.call("POST", `/v1/refunds/${refundId}/cancel`, { token: world.operator.secretKey }),
      runRefunds(world),
    ]);
    await followBoth();
    const wasSent = world.parties.northbank.refunds.made.has(refundId);
    expect(canceled.statusCode).toBe(wasSent ? 409 : 200);
    const shown = await world.call("GET", `/v1/refunds/${refundId}`);
    expect(shown.json().status).toBe(wasSent ? "success" : "canceled");
  }
});

test("a refusal is not trusted if another service has sent the refund again in the meantime", async () => {
  const intent = await paid(10);
  const { refundId } = (await refundAt(world, intent)).json() as Refund;
  const { refunds } = world.parties.northbank;
  const refusal = { error: { code: "charge_not_refundable", message: "" } };
  refunds.next(
    { becomes: "nothing", response: "break" },
    { becomes: "nothing", response: { later: { status: 400, body: refusal } } },
    { becomes: "nothing", response: "break" },
  );
  await runRefunds(world);
  world.clock.advance(11 * 60_000);
  const refused = runRefunds(world);
  await expect.poll(() => refunds.calls.filter(({ key }) => key === refundId).length).toBe(2);
  world.clock.advance(121_000);
  await runRefunds(second);
  world.parties.release();
  await refused;
  const read = async () => (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
  expect(await read()).toBe("pending");
  world.clock.advance(121_000);
  await runRefunds(second);
  expect(await read()).toBe("success");
});

test("refunds that fail while others are requested leave the sums correct", async () => {
  const intent = await paid(100);
  const { refunds } = world.parties.northbank;
  refunds.next(...Array.from({ length: 10 }, () => ({ becomes: { failed: "declined" } })));
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => refundAt(both(index), intent, 5)),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  await Promise.all([
    followBoth(),
    ...Array.from({ length: 20 }, (_, index) => refundAt(both(index), intent, 5)),
  ]);
  await followBoth();
  const rows = await world.service.deps.database.kysely
    .selectFrom("refunds")
    .select(["step", "base_minor"])
    .where("payment_intent_id", "=", intent.paymentIntentId)
    .execute();
  const counted = rows.filter(({ step }) => step !== "failed");
  const sum = counted.reduce((total, row) => total + row.base_minor, 0);
  const payment = await world.service.deps.database.kysely
    .selectFrom("payments")
    .select("refunded_base_minor")
    .where("payment_intent_id", "=", intent.paymentIntentId)
    .executeTakeFirstOrThrow();
  expect(payment.refunded_base_minor).toBe(sum);
  expect(sum).toBeLessThanOrEqual(10_000);
  expect(rows.filter(({ step }) => step === "failed")).toHaveLength(10);
});

test("a refund that waits for approval is approved or canceled, and sent at most once", async () => {
  await changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { refundApprovalAboveMinor: {} },
  });
  const { operatorId } = world.operator;
  try {
    for (let round = 0; round < 10; round += 1) {
      const intent = await paid(10);
      const { refundId } = (await refundAt(world, intent)).json() as Refund;
      const decision = { operatorId, refundId, approve: true, version: 1, limitMinor: () => null };
      const approve = (service: TestService, staffId: string) =>
        decideRefund(service.service.payments, { ...decision, staffId }).then(
          () => "approved",
          (error: { code?: string }) => error.code,
        );
      const [first, other, canceled] = await Promise.all([
        approve(world, "one"),
        approve(second, "two"),
        second.call("POST", `/v1/refunds/${refundId}/cancel`, { token: world.operator.secretKey }),
      ]);
      await followBoth();
      const approvals = [first, other].filter((each) => each === "approved").length;
      const wasSent = world.parties.northbank.refunds.made.has(refundId);
      expect(approvals).toBeLessThanOrEqual(1);
      expect(wasSent).toBe(canceled.statusCode !== 200);
      const calls = world.parties.northbank.refunds.calls.filter(({ key }) => key === refundId);
      expect(calls).toHaveLength(wasSent ? 1 : 0);
    }
  } finally {
    await changeOperator(world.service.deps, operatorId, {
      settings: { refundApprovalAboveMinor: null },
    });
  }
});
