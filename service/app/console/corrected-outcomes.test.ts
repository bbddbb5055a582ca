import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { OutcomeAlarm } from "#contract/console/outcomes";
import type { PaymentDetail } from "#contract/console/payments";
import type { RefundForStaff } from "#contract/console/refunds";
import { readResourceBalances } from "../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../ledger/testing/restore-history.ts";
import { changeOperator } from "../../operators/accounts/index.ts";
import { acceptLateArrival } from "../../payments/refunds/follow-ended.ts";
import { findRefund } from "../../payments/refunds/read-refunds.ts";
import { type DisputeTools, disputeTools } from "../../payments/testing/dispute-world.ts";
import {
  type HangingPayment,
  hangLong,
  outcomeOf,
  pass,
  settleCharge,
} from "../../payments/testing/outcome-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { settlementCsv } from "../../reporting/settlement/testing/example-files.ts";
import { importFile } from "../../reporting/settlement/testing/settlement-world.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let disputes: DisputeTools;
let admin: TestStaff;
let other: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  disputes = disputeTools(world);
  admin = await addStaff(world, "admin");
  other = await addStaff(world, "admin");
});
afterAll(() => world.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const set = (settings: Parameters<typeof changeOperator>[2]["settings"]) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings });
const read = (intent: CreatedPaymentIntent): Promise<PaymentDetail> =>
  admin.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
const outcome = async (intent: CreatedPaymentIntent, subjectId: string) =>
  outcomeOf(await read(intent), subjectId);
const resolve = (alarm: OutcomeAlarm | undefined, action = "accept") =>
  admin.browser.call("POST", `/outcome-alarms/${alarm?.alarmId}/resolution`, {
    action,
    note: "Checked",
    version: alarm?.version,
  });
const shownAlarms = (alarms: readonly OutcomeAlarm[]) =>
  alarms.map(({ problem, source, state }) => `${problem} ${source} ${state}`);
async function recoverAfter(ms: number): Promise<void> {
  pass(world, ms);
  await world.runJob("payments.recover");
}
async function followAfter(ms: number): Promise<void> {
  pass(world, ms);
  await runRefunds(world);
}

async function markedPayment(
  result: "success" | "failed",
  reference?: string,
): Promise<HangingPayment> {
  const hanging = await hangLong(world, await world.createIntent());
  const { intent, paymentId, chargeId } = hanging;
  const { unknown } = await outcome(intent, paymentId);
  await admin.browser.ok("POST", `/payments/${intent.paymentIntentId}/attempts/${paymentId}/mark`, {
    outcome: result,
    ...(result === "success" ? { reference: reference ?? chargeId } : {}),
    note: "Seen",
    seen: unknown?.seen,
  });
  return hanging;
}

/** Makes a refund that may have arrived; look-ups of it fail. */
async function hangingRefund() {
  const { refunds } = world.parties.northbank;
  const intent = await world.createIntent();
  const { paymentId } = (await world.pay(intent)).body;
  refunds.next({ becomes: "nothing", response: "break" });
  refunds.lookUpStatus = 503;
  const { refundId } = await refund(intent, 20);
  await runRefunds(world);
  await followAfter(minuteMs);
  await followAfter(hourMs);
  return { intent, paymentId, refundId };
}
const refund = (intent: CreatedPaymentIntent, amount: number): Promise<RefundForStaff> =>
  admin.browser.ok("POST", `/payments/${intent.paymentIntentId}/refunds`, {
    amount,
    seenReturnedMinor: 0,
  });
async function markRefund(intent: CreatedPaymentIntent, refundId: string, result: string) {
  const { unknown } = await outcome(intent, refundId);
  await admin.browser.ok("POST", `/refunds/${refundId}/mark`, {
    outcome: result,
    ...(result === "success" ? { reference: `re-${refundId}` } : {}),
    note: "Seen",
    seen: unknown?.seen,
  });
}
const statusOf = async (refundId: string) =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
function processorHas(refundId: string, paymentId: string, status: "success" | "pending"): void {
  const { refunds } = world.parties.northbank;
  refunds.lookUpStatus = null;
  refunds.made.set(refundId, {
    refundId: `re-${refundId}`,
    chargeId: `ch-${paymentId}-1`,
    amountMinor: 2_000,
    currency: "USD",
    kind: "refund",
    status,
  });
}

test("a charge that turns up after 'charged' was corrected to 'not charged' raises an alarm", async () => {
  const hanging = await markedPayment("success");
  const { intent, paymentId, key } = hanging;
  const { charges } = world.parties.northbank;
  const charge = charges.get(key);
  settleCharge(world, hanging, "gone");
  await recoverAfter(minuteMs);
  pass(world, 1_000);
  expect((await resolve((await outcome(intent, paymentId)).alarms[0])).statusCode).toBe(200);
  expect((await world.statusOf(intent))["status"]).toBe("failed");
  if (charge) charges.set(key, { ...charge, status: "approved" });
  await recoverAfter(minuteMs);
  const { marks, alarms } = await outcome(intent, paymentId);
  expect(marks[0]?.confirmedAt).toBeNull();
  expect(shownAlarms(alarms)).toEqual([
    "happened_after_all look_up open",
    "not_happened_after_all look_up resolved",
  ]);
  // A payment can become a success only once.
  expect(alarms[0]?.canAccept).toBe(false);
  expect((await resolve(alarms[0])).statusCode).toBe(409);
  expect((await resolve(alarms[0], "keep")).statusCode).toBe(200);
});

test.each([
  ["confirms that it was charged if refunds returned all of it", 49.99, [], true],
  ["raises an alarm if they returned a part", 20, ["not_happened_after_all look_up open"], false],
])("a charge that the processor shows as reversed %s", async (_, amount, shown, isConfirmed) => {
  const hanging = await markedPayment("success");
  const { intent, paymentId } = hanging;
  const { refundId } = await refund(intent, amount);
  await runRefunds(world);
  expect(await statusOf(refundId)).toBe("success");
  settleCharge(world, hanging, "reversed");
  await recoverAfter(minuteMs);
  const { marks, alarms } = await outcome(intent, paymentId);
  expect(shownAlarms(alarms)).toEqual(shown);
  expect(marks[0]?.confirmedAt !== null).toBe(isConfirmed);
});

test("a refund that waits ends when its payment was not charged after all", async () => {
  const hanging = await markedPayment("success");
  const { intent, paymentId } = hanging;
  const { refundId } = await refund(intent, 20);
  settleCharge(world, hanging, "gone");
  await recoverAfter(minuteMs);
  expect((await resolve((await outcome(intent, paymentId)).alarms[0])).statusCode).toBe(200);
  expect(await statusOf(refundId)).toBe("failed");
});

test("a failed refund of a payment that was not charged after all leaves no debt", async () => {
  const hanging = await markedPayment("success");
  const { intent, paymentId } = hanging;
  const { refunds } = world.parties.northbank;
  refunds.next({
    becomes: "nothing",
    response: { status: 400, body: { error: { code: "charge_not_found", message: "no" } } },
  });
  const { refundId } = await refund(intent, 20);
  await runRefunds(world);
  expect(await statusOf(refundId)).toBe("failed");
  const balances = () => readResourceBalances(world.service.deps.database, paymentId);
  expect(await balances()).toMatchObject({ refunds_owed: -2_000 });
  settleCharge(world, hanging, "gone");
  await recoverAfter(minuteMs);
  pass(world, 1_000);
  expect((await resolve((await outcome(intent, paymentId)).alarms[0])).statusCode).toBe(200);
  expect((await world.statusOf(intent))["status"]).toBe("failed");
  expect(await balances()).toEqual({});

  // If it arrives nevertheless, it is a loss, not another reduction of the sale.
  const { payments } = world.service;
  const failed = await findRefund(payments.database.kysely, world.operator.operatorId, refundId);
  if (!failed) throw new Error("no refund");
  const arrived = { providerRefundId: "re-late", kind: "refund", reference: null } as const;
  await acceptLateArrival(payments, failed, { type: "success", ...arrived });
  expect(await balances()).toEqual({});
  const [alarm] = (await outcome(intent, refundId)).alarms;
  expect(alarm).toMatchObject({ problem: "happened_twice", state: "open" });
  expect((await resolve(alarm)).statusCode).toBe(200);
  expect(await balances()).toEqual({
    chargeback_losses: 2_000,
    "processor_receivable:northbank": -2_000,
  });
});

test("a refund that arrived late and comes back after its payment was not charged leaves no loss", async () => {
  const hanging = await markedPayment("success");
  const { intent, paymentId } = hanging;
  const { refunds } = world.parties.northbank;
  refunds.next({
    becomes: "nothing",
    response: { status: 400, body: { error: { code: "charge_not_found", message: "no" } } },
  });
  const { refundId } = await refund(intent, 20);
  await runRefunds(world);
  const { payments } = world.service;
  const failed = await findRefund(payments.database.kysely, world.operator.operatorId, refundId);
  if (!failed) throw new Error("no refund");
  const arrived = { providerRefundId: `re-${refundId}`, kind: "refund", reference: null } as const;
  await acceptLateArrival(payments, failed, { type: "success", ...arrived });
  expect(await statusOf(refundId)).toBe("success");
  settleCharge(world, hanging, "gone");
  await recoverAfter(minuteMs);
  pass(world, 1_000);
  expect((await resolve((await outcome(intent, paymentId)).alarms[0])).statusCode).toBe(200);
  processorHas(refundId, paymentId, "success");
  const found = refunds.made.get(refundId);
  if (!found) throw new Error("no refund at the processor");
  refunds.made.set(refundId, { ...found, status: "failed", failureCode: "account_closed" });
  await followAfter(48 * hourMs);
  expect(await statusOf(refundId)).toBe("failed");
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({});
});

test("a refund that turns up after 'returned' was corrected to 'not returned' counts again", async () => {
  const { intent, paymentId, refundId } = await hangingRefund();
  await markRefund(intent, refundId, "success");
  world.parties.northbank.refunds.lookUpStatus = null;
  await followAfter(10 * minuteMs);
  expect((await resolve((await outcome(intent, refundId)).alarms[0])).statusCode).toBe(200);
  expect(await statusOf(refundId)).toBe("failed");
  processorHas(refundId, paymentId, "success");
  await followAfter(2 * minuteMs);
  const { marks, alarms } = await outcome(intent, refundId);
  expect(marks[0]?.confirmedAt).toBeNull();
  expect(alarms[0]).toMatchObject({ problem: "happened_after_all", state: "open" });
  expect((await resolve(alarms[0])).statusCode).toBe(200);
  expect(await statusOf(refundId)).toBe("success");
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(20);
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
    "processor_receivable:northbank": 2_999,
    customer_orders: -2_999,
  });
});

test("a refund that the bank returns after such a correction is a debt again, and the next refund replaces it", async () => {
  const { intent, paymentId, refundId } = await hangingRefund();
  await markRefund(intent, refundId, "success");
  world.parties.northbank.refunds.lookUpStatus = null;
  await followAfter(10 * minuteMs);
  expect((await resolve((await outcome(intent, refundId)).alarms[0])).statusCode).toBe(200);
  const canceled = await refund(intent, 49.99);
  await world.call("POST", `/v1/refunds/${canceled.refundId}/cancel`);
  expect(await statusOf(canceled.refundId)).toBe("canceled");
  processorHas(refundId, paymentId, "success");
  await followAfter(2 * minuteMs);
  expect((await resolve((await outcome(intent, refundId)).alarms[0])).statusCode).toBe(200);
  await followAfter(2 * minuteMs);
  const { made } = world.parties.northbank.refunds;
  const found = made.get(refundId);
  if (!found) throw new Error("no refund at the processor");
  made.set(refundId, { ...found, status: "failed", failureCode: "account_closed" });
  await followAfter(48 * hourMs);
  expect(await statusOf(refundId)).toBe("failed");
  const balances = () => readResourceBalances(world.service.deps.database, paymentId);
  expect(await balances()).toEqual({
    "processor_receivable:northbank": 4_999,
    customer_orders: -2_999,
    refunds_owed: -2_000,
  });
  await refund(intent, 20);
  expect(await balances()).toEqual({
    "processor_receivable:northbank": 4_999,
    "refunds_in_flight:card": -2_000,
    customer_orders: -2_999,
  });
  await runRefunds(world);
});

test("a second person cannot free a refund that the processor has accepted since the mark", async () => {
  const { intent, paymentId, refundId } = await hangingRefund();
  await set({ refundApprovalAboveMinor: { USD: 1_999 } });
  try {
    await markRefund(intent, refundId, "failed");
    const [waiting] = (await outcome(intent, refundId)).marks;
    expect(waiting?.state).toBe("waiting");
    processorHas(refundId, paymentId, "pending");
    await followAfter(2 * hourMs);
    const path = `/outcome-marks/${waiting?.markId}/decision`;
    const decision = { approve: true, version: waiting?.version };
    expect((await other.browser.call("POST", path, decision)).statusCode).toBe(409);
    expect(await statusOf(refundId)).toBe("pending");
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(20);
    expect((await outcome(intent, refundId)).marks[0]?.state).toBe("overtaken");
    processorHas(refundId, paymentId, "success");
    await followAfter(2 * hourMs);
    expect(await statusOf(refundId)).toBe("success");
  } finally {
    await set({ refundApprovalAboveMinor: null });
  }
});

test("a dispute of a payment marked as not charged raises an alarm; accepted, the ledger has both", async () => {
  const hanging = await markedPayment("failed");
  const { intent, paymentId, key, chargeId } = hanging;
  expect((await world.pay(intent)).body.status).toBe("success");
  await disputes.notify(noticeOf({ disputeId: "pd-marked", chargeId, chargeKey: key }));
  const { alarms } = await outcome(intent, paymentId);
  expect(shownAlarms(alarms)).toEqual(["happened_after_all notice open"]);
  expect((await resolve(alarms[0])).statusCode).toBe(200);
  const { payments } = (await read(intent)).intent;
  expect(payments.map(({ status }) => status)).toEqual(["success", "success"]);
});

test("the evidence for one of two charges does not have the other's refund", async () => {
  const hanging = await markedPayment("failed");
  const { intent, key, chargeId } = hanging;
  const second = (await world.pay(intent)).body;
  expect(second.status).toBe("success");
  await disputes.notify(noticeOf({ disputeId: "pd-two", chargeId, chargeKey: key }));
  await resolve((await outcome(intent, hanging.paymentId)).alarms[0]);
  pass(world, 2 * minuteMs);
  await world.runJob("payments.disputes.notices");
  const [dispute] = await disputes.of({ intent });
  const known = async () =>
    (await admin.browser.ok("GET", `/disputes/${dispute?.disputeId}`)).known.refundReference;
  const refundOf = async (paymentId: string) => {
    const body = { paymentId, amount: 20, seenReturnedMinor: 0 };
    await admin.browser.ok("POST", `/payments/${intent.paymentIntentId}/refunds`, body);
    await runRefunds(world);
  };
  await refundOf(second.paymentId);
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(20);
  expect(dispute?.paymentId).toBe(hanging.paymentId);
  expect(await known()).toBeUndefined();
});

test("a dispute of a charge whose id staff mistyped waits until somebody corrects the id", async () => {
  const hanging = await markedPayment("success", "ch-mistyped");
  const { intent, paymentId, key, chargeId } = hanging;
  await disputes.notify(noticeOf({ disputeId: "pd-mistyped", chargeId, chargeKey: key }));
  expect(await disputes.of({ intent })).toEqual([]);
  settleCharge(world, hanging, "approved");
  await recoverAfter(2 * minuteMs);
  const { alarms } = await outcome(intent, paymentId);
  expect(shownAlarms(alarms)).toEqual(["other_reference look_up open"]);
  expect((await resolve(alarms[0])).statusCode).toBe(200);
  pass(world, 2 * minuteMs);
  await world.runJob("payments.disputes.notices");
  expect(await disputes.of({ intent })).toHaveLength(1);
});

test("a settlement file that has what staff marked as not charged or not returned raises alarms", async () => {
  const { intent, paymentId, chargeId } = await markedPayment("failed");
  const marked = await hangingRefund();
  await markRefund(marked.intent, marked.refundId, "failed");
  const file = settlementCsv("outcomes", [
    {
      row_type: "charge",
      processor_reference: chargeId,
      merchant_reference: `${paymentId}-1`,
      gross_minor: 4_999,
    },
    {
      row_type: "refund",
      processor_reference: `re-${marked.refundId}`,
      merchant_reference: marked.refundId,
      gross_minor: -2_000,
    },
  ]);
  await importFile(world, file, "processor=northbank");
  const ofPayment = await outcome(intent, paymentId);
  const ofRefund = await outcome(marked.intent, marked.refundId);
  expect(shownAlarms(ofPayment.alarms)).toEqual(["happened_after_all settlement open"]);
  expect(shownAlarms(ofRefund.alarms)).toEqual(["happened_after_all settlement open"]);
  expect((await resolve(ofPayment.alarms[0])).statusCode).toBe(200);
  expect((await resolve(ofRefund.alarms[0])).statusCode).toBe(200);
  expect((await world.statusOf(intent))["status"]).toBe("success");
  expect(await statusOf(marked.refundId)).toBe("success");
  world.parties.northbank.refunds.lookUpStatus = null;
});

test("after all of these corrections, the ledger matches the records", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
