/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAlarm } from "../../payments/outcomes/alarm-store.ts";
import type { OutcomeSubject } from "../../payments/outcomes/records.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let payments: PaymentWorld;
let payouts: PayoutWorld;
let staffOf: Map<TestService, TestStaff>;
beforeAll(async () => {
  payments = await createPaymentWorld();
  payouts = await createPayoutWorld();
  staffOf = new Map<TestService, TestStaff>([
    [payments, await addStaff(payments)],
    [payouts, await addStaff(payouts)],
  ]);
});
afterAll(() => Promise.all([payments.close(), payouts.close()]));

async function paid() {
  const intent = await payments.createIntent();
  const { body } = await payments.pay(intent);
  const { paymentIntentId } = intent;
  return {
    type: "payment" as const,
    id: body.paymentId,
    paymentIntentId,
    paymentId: body.paymentId,
  };
}

async function refunded() {
  const payment = await paid();
  const { browser } = staffOf.get(payments) as TestStaff;
  const body = { amount: 20, seenReturnedMinor: 0 };
  const url = `/payments/${payment.paymentIntentId}/refunds`;
  const { refundId } = await browser.ok("POST", url, body);
  await runRefunds(payments);
  return { ...payment, type: "refund" as const, id: refundId };
}

async function paidOut() {
  const { disbursementIntentId } = await payouts.approved();
  await payouts.recover(60_000);
  await payouts.idle();
  const { disbursement_id: id } = await payouts.service.deps.database.kysely
    .selectFrom("disbursement_intents")
    .select("disbursement_id")
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .executeTakeFirstOrThrow();
  return { type: "payout" as const, id: id ?? "", disbursementIntentId };
}

/** Opens an alarm: the processor reports a success under another reference. */
async function disagree(world: TestService, subject: object): Promise<string> {
  const { deps } = world.service;
  const { operatorId } = world.operator;
  await deps.keyring.load(operatorId);
  const { external_customer_id: externalCustomerId } = await deps.database.kysely
    .selectFrom("customers")
    .select("external_customer_id")
    .executeTakeFirstOrThrow();
  const facts = { operatorId, externalCustomerId, amountMinor: 2_000, currency: "USD" };
  await inTransaction(deps.database, (tx) =>
    openAlarm({ ...deps, counters: { outcomeAlarm: () => {} } }, tx, {
      subject: { ...facts, ...subject } as OutcomeSubject,
      problem: "other_reference",
      source: "settlement",
      reference: "another",
    }),
  );
  const alarm = await deps.database.kysely
    .selectFrom("outcome_alarms")
    .select("outcome_alarm_id")
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return alarm.outcome_alarm_id;
}

/** Fails if a transaction has locked a row of these tables. */
async function requireFree(world: TestService, tables: readonly string[]): Promise<void> {
  const { kysely } = world.service.deps.database;
  for (const table of tables)
    await sql.raw(`select 1 from ${table} for update nowait`).execute(kysely);
}

const subjects = [
  ["payment", () => payments, paid],
  ["refund", () => payments, refunded],
  ["payout", () => payouts, paidOut],
] as const;

for (const [name, worldOf, create] of subjects) {
  for (const action of ["keep", "accept"] as const) {
    test(`an erasure that holds the customer does not wait for an alarm about a ${name} (${action})`, async () => {
      const world = worldOf();
      const alarmId = await disagree(world, await create());
      const response = await runWhileLocked(
        world,
        "select 1 from customers for update",
        () =>
          (staffOf.get(world) as TestStaff).browser.call(
            "POST",
            `/outcome-alarms/${alarmId}/resolution`,
            { action, note: "In the dashboard", version: 1 },
          ),
        () =>
          requireFree(world, [
            "payment_intents",
            "payments",
            "refunds",
            "disbursement_intents",
            "outcome_alarms",
          ]),
      );
      expect(response.statusCode, response.body).toBe(200);
    });
  }
}
