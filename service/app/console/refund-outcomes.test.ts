import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { OutcomeAlarm } from "#contract/console/outcomes";
import type { PaymentDetail } from "#contract/console/payments";
import type { RefundForStaff } from "#contract/console/refunds";
import { readPostings, readResourceBalances } from "../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../ledger/testing/restore-history.ts";
import { reportContradictions } from "../../payments/outcomes/report-contradictions.ts";
import { outcomeOf, pass } from "../../payments/testing/outcome-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

async function paid(): Promise<{ intent: CreatedPaymentIntent; paymentId: string }> {
  const intent = await world.createIntent();
  const { body } = await world.pay(intent);
  expect(body.status).toBe("success");
  return { intent, paymentId: body.paymentId };
}
const refund = (intent: CreatedPaymentIntent, amount: number, seenReturnedMinor = 0) =>
  admin.browser.ok("POST", `/payments/${intent.paymentIntentId}/refunds`, {
    amount,
    seenReturnedMinor,
  }) as Promise<RefundForStaff>;
const read = (intent: CreatedPaymentIntent): Promise<PaymentDetail> =>
  admin.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
const outcome = async (intent: CreatedPaymentIntent, refundId: string) =>
  outcomeOf(await read(intent), refundId);
const statusOf = async (refundId: string) =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
async function followAfter(ms: number): Promise<void> {
  pass(world, ms);
  await runRefunds(world);
}
const lookUp = (by: TestStaff, refundId: string) =>
  by.browser.call("POST", `/refunds/${refundId}/look-up`);
const mark = (by: TestStaff, refundId: string, body: object) =>
  by.browser.call("POST", `/refunds/${refundId}/mark`, {
    note: "Confirmed by the processor's support",
    ...body,
  });
const accept = (alarm: OutcomeAlarm | undefined) =>
  admin.browser.call("POST", `/outcome-alarms/${alarm?.alarmId}/resolution`, {
    action: "accept",
    note: "Seen in the report",
    version: alarm?.version,
  });

/** A refund that may have arrived; look-ups bring no response. */
async function hanging(amount = 20) {
  const { refunds } = world.parties.northbank;
  const { intent, paymentId } = await paid();
  refunds.next({ becomes: "nothing", response: "break" });
  refunds.lookUpStatus = 503;
  const { refundId } = await refund(intent, amount);
  await runRefunds(world);
  await followAfter(minuteMs);
  return { intent, paymentId, refundId };
}
const release = () => {
  world.parties.northbank.refunds.lookUpStatus = null;
};
function makeRefund(refundId: string, paymentId: string, amountMinor: number): void {
  world.parties.northbank.refunds.made.set(refundId, {
    refundId: `re-${refundId}`,
    chargeId: `ch-${paymentId}-1`,
    amountMinor,
    currency: "USD",
    kind: "refund",
    status: "success",
  });
}

test("a look-up of a refund asks at once, applies the response, and never sends it again", async () => {
  const { intent, paymentId, refundId } = await hanging();
  const { refunds } = world.parties.northbank;
  const sent = refunds.calls.length;
  expect((await lookUp(admin, refundId)).json()).toMatchObject({ answer: "unknown" });
  release();
  expect((await lookUp(admin, refundId)).json()).toMatchObject({ answer: "not_found" });
  expect(await statusOf(refundId)).toBe("pending");
  makeRefund(refundId, paymentId, 2_000);
  expect((await lookUp(viewer, refundId)).statusCode).toBe(403);
  expect((await lookUp(otherStaff, refundId)).statusCode).toBe(404);
  expect((await lookUp(admin, refundId)).json()).toMatchObject({
    answer: "success",
    reference: `re-${refundId}`,
  });
  expect(await statusOf(refundId)).toBe("success");
  expect(refunds.calls.length).toBe(sent);
  expect((await lookUp(admin, refundId)).json().errorCode).toBe("outcome_known");
  expect((await outcome(intent, refundId).catch(() => null))?.unknown ?? null).toBeNull();
});

test("a refund can be marked after an hour without an outcome; one that the processor accepted, after five days", async () => {
  const { intent, refundId } = await hanging();
  const early = await outcome(intent, refundId);
  expect(early.unknown?.canMark).toBe(false);
  const body = { outcome: "failed", seen: early.unknown?.seen };
  expect((await mark(admin, refundId, body)).json().errorCode).toBe("outcome_not_markable");
  await followAfter(hourMs);
  expect((await mark(otherStaff, refundId, body)).statusCode).toBe(404);
  expect((await mark(viewer, refundId, body)).statusCode).toBe(403);
  expect((await mark(admin, refundId, { ...body, seen: "processing.2" })).json().errorCode).toBe(
    "conflicting_state",
  );
  expect((await mark(admin, refundId, body)).statusCode).toBe(200);
  expect(await statusOf(refundId)).toBe("failed");
  release();

  const accepted = await paid();
  world.parties.northbank.refunds.next({ becomes: "pending" });
  const slow = await refund(accepted.intent, 10);
  await runRefunds(world);
  await followAfter(2 * hourMs);
  expect((await outcome(accepted.intent, slow.refundId)).unknown?.canMark).toBe(false);
  await followAfter(5 * dayMs);
  expect((await outcome(accepted.intent, slow.refundId)).unknown?.canMark).toBe(true);
});

test("a refund marked as returned is a success with its posting; the processor confirms it later", async () => {
  const { intent, paymentId, refundId } = await hanging();
  await followAfter(hourMs);
  const { unknown } = await outcome(intent, refundId);
  const body = { outcome: "success", reference: `re-${refundId}`, seen: unknown?.seen };
  expect((await mark(admin, refundId, body)).statusCode).toBe(200);
  expect(await statusOf(refundId)).toBe("success");
  expect(Object.keys(await readPostings(world.service.deps.database, refundId))).toEqual([
    "asked",
    "done",
  ]);
  release();
  makeRefund(refundId, paymentId, 2_000);
  await followAfter(10 * minuteMs);
  const { marks, alarms } = await outcome(intent, refundId);
  expect(marks).toMatchObject([{ state: "applied", outcome: "success" }]);
  expect(marks[0]?.confirmedAt).not.toBeNull();
  expect(alarms).toEqual([]);
});

test("a refund marked as returned that the processor does not have raises an alarm; once accepted, it comes back", async () => {
  const { intent, refundId } = await hanging();
  await followAfter(hourMs);
  const { unknown } = await outcome(intent, refundId);
  await mark(admin, refundId, { outcome: "success", reference: "re-none", seen: unknown?.seen });
  release();
  await followAfter(10 * minuteMs);
  expect(await statusOf(refundId)).toBe("success");
  const { alarms } = await outcome(intent, refundId);
  expect(alarms).toMatchObject([{ problem: "not_happened_after_all", state: "open" }]);
  expect((await accept(alarms[0])).statusCode).toBe(200);
  expect(await statusOf(refundId)).toBe("failed");
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
});

test("a refund marked as not returned that arrived raises an alarm; once accepted, it counts again", async () => {
  const { intent, paymentId, refundId } = await hanging();
  await followAfter(hourMs);
  const { unknown } = await outcome(intent, refundId);
  await mark(admin, refundId, { outcome: "failed", seen: unknown?.seen });
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
  release();
  makeRefund(refundId, paymentId, 2_000);
  await followAfter(10 * minuteMs);
  expect(await statusOf(refundId)).toBe("failed");
  const { alarms } = await outcome(intent, refundId);
  expect(alarms).toMatchObject([
    { problem: "happened_after_all", reference: `re-${refundId}`, canAccept: true },
  ]);
  expect((await accept(alarms[0])).statusCode).toBe(200);
  expect(await statusOf(refundId)).toBe("success");
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(20);
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
    "processor_receivable:northbank": 2_999,
    customer_orders: -2_999,
  });
});

/** Makes a refund whose repeat is refused while it is on its way; the processor executes it later. */
async function refusedRepeat(amount: number) {
  const { refunds } = world.parties.northbank;
  const { intent, paymentId } = await paid();
  refunds.next({ becomes: "nothing", response: "break" });
  const { refundId } = await refund(intent, amount);
  await runRefunds(world);
  refunds.next({
    becomes: "nothing",
    response: { status: 400, body: { error: { code: "insufficient_funds", message: "none" } } },
  });
  await followAfter(11 * minuteMs);
  expect(await statusOf(refundId)).toBe("failed");
  return { intent, paymentId, refundId };
}

test("a refund that failed because its repeat was refused is still looked up, and shown as a success if it arrived", async () => {
  const { intent, paymentId, refundId } = await refusedRepeat(20);
  await followAfter(2 * minuteMs);
  expect(await statusOf(refundId)).toBe("failed");
  makeRefund(refundId, paymentId, 2_000);
  await followAfter(20 * minuteMs);
  expect(await statusOf(refundId)).toBe("success");
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(20);
  expect(Object.keys(await readPostings(world.service.deps.database, refundId))).toEqual([
    "asked",
    "failed",
    "arrived_late",
  ]);
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
    "processor_receivable:northbank": 2_999,
    customer_orders: -2_999,
  });
  const events = await world.service.deps.database.kysely
    .selectFrom("events")
    .select("status")
    .where("resource_id", "=", refundId)
    .orderBy("sequence")
    .execute();
  expect(events.map(({ status }) => status)).toEqual(["created", "failed", "success"]);
});

test("a late look-up ends after about a month", async () => {
  const { refundId } = await refusedRepeat(20);
  for (let round = 0; round < 12; round += 1) await followAfter(17 * dayMs);
  const row = await world.service.deps.database.kysely
    .selectFrom("refunds")
    .select("next_check_at")
    .where("refund_id", "=", refundId)
    .executeTakeFirstOrThrow();
  expect(row.next_check_at).toBeNull();
});

test("a late arrival whose amount was refunded in the meantime raises an alarm; once accepted, it is a loss", async () => {
  const { intent, paymentId, refundId } = await refusedRepeat(49.99);
  const again = await refund(intent, 49.99);
  await runRefunds(world);
  expect(await statusOf(again.refundId)).toBe("success");
  makeRefund(refundId, paymentId, 4_999);
  await followAfter(2 * hourMs);
  expect(await statusOf(refundId)).toBe("failed");
  const { alarms } = await outcome(intent, refundId);
  expect(alarms).toMatchObject([{ problem: "happened_twice", state: "open" }]);
  expect((await accept(alarms[0])).statusCode).toBe(200);
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
    "processor_receivable:northbank": -4_999,
    chargeback_losses: 4_999,
  });
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(49.99);
});

test("such a loss is reversed if the other refund comes back before the next look-up", async () => {
  const { intent, paymentId, refundId } = await refusedRepeat(49.99);
  const again = await refund(intent, 49.99);
  await runRefunds(world);
  makeRefund(refundId, paymentId, 4_999);
  await followAfter(2 * hourMs);
  const { alarms } = await outcome(intent, refundId);
  expect((await accept(alarms[0])).statusCode).toBe(200);
  const { made } = world.parties.northbank.refunds;
  const other = made.get(again.refundId);
  if (other) made.set(again.refundId, { ...other, status: "failed" });
  await followAfter(2 * dayMs);
  expect(await statusOf(again.refundId)).toBe("failed");
  const { payments, deps } = world.service;
  const report = { subjectId: refundId, says: "happened", reference: `re-${refundId}` } as const;
  await inTransaction(deps.database, (tx) =>
    reportContradictions(payments, tx, world.operator.operatorId, [
      { ...report, source: "settlement" },
    ]),
  );
  await runRefunds(world);
  expect(await statusOf(refundId)).toBe("success");
  expect(await readResourceBalances(deps.database, paymentId)).toEqual({});
});

test("after all of this, the ledger matches the records", async () => {
  await refusedRepeat(5);
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
