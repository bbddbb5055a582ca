import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { WaitingOutcomes } from "#contract/console/outcomes";
import type { PaymentDetail } from "#contract/console/payments";
import { checkRecords, walkHistory } from "../../ledger/testing/restore-history.ts";
import { changeOperator } from "../../operators/accounts/index.ts";
import {
  type HangingPayment,
  hang,
  hangLong,
  outcomeOf,
  pass,
  settleCharge,
} from "../../payments/testing/outcome-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let other: TestStaff;
let otherStaff: TestStaff;
const set = (settings: Parameters<typeof changeOperator>[2]["settings"]) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings });

beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  other = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());
afterEach(() =>
  set({ refundApprovalAboveMinor: null, reviewerRefundLimitsMinor: { USD: 50_000 } }),
);

const minuteMs = 60_000;
const read = (intent: CreatedPaymentIntent): Promise<PaymentDetail> =>
  admin.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
const seenOf = async ({ intent, paymentId }: HangingPayment) =>
  outcomeOf(await read(intent), paymentId).unknown?.seen ?? "";
const pathOf = ({ intent, paymentId }: HangingPayment) =>
  `/payments/${intent.paymentIntentId}/attempts/${paymentId}`;
const lookUp = (by: TestStaff, hanging: HangingPayment) =>
  by.browser.call("POST", `${pathOf(hanging)}/look-up`);
const mark = (by: TestStaff, hanging: HangingPayment, body: object) =>
  by.browser.call("POST", `${pathOf(hanging)}/mark`, body);
const charged = async (hanging: HangingPayment, reference = hanging.chargeId) => ({
  outcome: "success",
  reference,
  note: "In the processor's dashboard",
  statement: "Daily statement 12, line 4",
  seen: await seenOf(hanging),
});
const notCharged = async (hanging: HangingPayment) => ({
  outcome: "failed",
  note: "The processor's support says so",
  seen: await seenOf(hanging),
});
const resolve = (by: TestStaff, alarm: { alarmId: string; version: number }, body: object) =>
  by.browser.call("POST", `/outcome-alarms/${alarm.alarmId}/resolution`, {
    note: "Checked with the processor",
    version: alarm.version,
    ...body,
  });
const codeOf = async (response: ReturnType<typeof mark>) => (await response).json().errorCode;
const audited = async (subjectId: string) =>
  (
    await world.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select("action")
      .where("subject_id", "=", subjectId)
      .orderBy("sequence")
      .execute()
  ).map(({ action }) => action);
const causesOf = async (sourceId: string) =>
  (
    await world.service.deps.database.kysely
      .selectFrom("ledger_postings")
      .select("cause")
      .where("source_id", "=", sourceId)
      .orderBy("seq")
      .execute()
  ).map(({ cause }) => cause);
const waitingOf = (): Promise<WaitingOutcomes> => admin.browser.ok("GET", "/outcomes/waiting");
async function recoverAfter(ms: number): Promise<void> {
  pass(world, ms);
  await world.runJob("payments.recover");
}

test("a look-up asks the processor at once, applies its response, and never charges", async () => {
  const hanging = await hang(world, await world.createIntent());
  const { calls } = world.parties.northbank;
  const before = calls.length;
  const { nextCheckAt } = outcomeOf(await read(hanging.intent), hanging.paymentId).unknown ?? {};
  expect((await lookUp(reviewer, hanging)).json()).toEqual({
    answer: "pending",
    reference: hanging.chargeId,
    reason: null,
  });
  // The job keeps its own schedule.
  const after = outcomeOf(await read(hanging.intent), hanging.paymentId).unknown;
  expect(after).toMatchObject({ checks: 1, nextCheckAt });
  settleCharge(world, hanging, "approved");
  expect((await lookUp(reviewer, hanging)).json()).toMatchObject({ answer: "approved" });
  expect((await world.statusOf(hanging.intent))["status"]).toBe("success");
  expect(calls.length).toBe(before);
  expect(await codeOf(lookUp(reviewer, hanging))).toBe("outcome_known");
  expect(await audited(hanging.paymentId)).toEqual(["payment.looked_up", "payment.looked_up"]);
});

test("repeated look-ups do not make a missing charge certain", async () => {
  const hanging = await hang(world, await world.createIntent());
  settleCharge(world, hanging, "gone");
  for (let press = 0; press < 6; press += 1) {
    expect((await lookUp(admin, hanging)).json()).toMatchObject({ answer: "not_found" });
  }
  expect((await world.statusOf(hanging.intent))["status"]).toBe("pending");
});

test("a payment can be marked only after an hour without an outcome, and as it was shown", async () => {
  const hanging = await hang(world, await world.createIntent());
  const unknown = outcomeOf(await read(hanging.intent), hanging.paymentId).unknown;
  expect(unknown).toMatchObject({ canMark: false, isWithinLimit: true, needsSecondPerson: false });
  expect(await codeOf(mark(admin, hanging, await charged(hanging)))).toBe("outcome_not_markable");
  pass(world, 60 * minuteMs);
  const stale = { ...(await charged(hanging)), seen: "started.1.northbank.none" };
  expect(await codeOf(mark(admin, hanging, stale))).toBe("conflicting_state");
  expect((await mark(viewer, hanging, await charged(hanging))).statusCode).toBe(403);
  expect((await mark(otherStaff, hanging, await charged(hanging))).statusCode).toBe(404);
  expect((await lookUp(viewer, hanging)).statusCode).toBe(403);
  expect((await lookUp(otherStaff, hanging)).statusCode).toBe(404);
  const { reference: _missing, ...without } = await charged(hanging);
  expect((await mark(admin, hanging, without)).statusCode).toBe(400);
  const { note: _note, ...silent } = await notCharged(hanging);
  expect((await mark(admin, hanging, silent)).statusCode).toBe(400);
  expect(await causesOf(hanging.paymentId)).toEqual([]);
});

test("a payment marked as charged counts like one that the processor approved", async () => {
  const hanging = await hangLong(world, await world.createIntent());
  const body = await charged(hanging);
  expect((await mark(reviewer, hanging, body)).statusCode).toBe(200);
  expect((await world.statusOf(hanging.intent))["status"]).toBe("success");
  expect(await world.eventsOf(hanging.intent)).toEqual(["created", "pending", "success"]);
  expect(await causesOf(hanging.paymentId)).toEqual(["charge"]);
  const shown = outcomeOf(await read(hanging.intent), hanging.paymentId);
  expect(shown).toMatchObject({
    unknown: null,
    canLookUp: true,
    marks: [
      {
        outcome: "success",
        reference: hanging.chargeId,
        note: "In the processor's dashboard",
        statement: "Daily statement 12, line 4",
        state: "applied",
        markedBy: "Staff 2",
        confirmedAt: null,
      },
    ],
    alarms: [],
  });
  expect(await audited(hanging.paymentId)).toEqual(["payment.marked"]);
  expect(await codeOf(mark(admin, hanging, body))).toBe("conflicting_state");
  settleCharge(world, hanging, "approved");
  await recoverAfter(minuteMs);
  const confirmed = outcomeOf(await read(hanging.intent), hanging.paymentId);
  expect(confirmed.marks[0]?.confirmedAt).not.toBeNull();
  expect(confirmed.alarms).toEqual([]);
});

test("another payment's charge cannot be named", async () => {
  const paid = await world.createIntent();
  const { body } = await world.pay(paid);
  const hanging = await hangLong(world, await world.createIntent());
  const stolen = await charged(hanging, `ch-${body.paymentId}-1`);
  expect(await codeOf(mark(admin, hanging, stolen))).toBe("processor_reference_taken");
  expect((await world.statusOf(hanging.intent))["status"]).toBe("pending");
  expect(outcomeOf(await read(hanging.intent), hanging.paymentId).marks).toEqual([]);
});

test("a reviewer marks up to their limit, and a large mark needs a second person", async () => {
  await set({
    reviewerRefundLimitsMinor: { USD: 4_998 },
    refundApprovalAboveMinor: { USD: 4_998 },
  });
  const hanging = await hangLong(world, await world.createIntent());
  expect(await codeOf(mark(reviewer, hanging, await charged(hanging)))).toBe(
    "refund_limit_exceeded",
  );
  expect((await mark(admin, hanging, await charged(hanging))).statusCode).toBe(200);
  expect((await world.statusOf(hanging.intent))["status"]).toBe("pending");
  const [waiting] = outcomeOf(await read(hanging.intent), hanging.paymentId).marks;
  expect(waiting).toMatchObject({ state: "waiting", isOwn: true });
  expect((await waitingOf()).data).toMatchObject([
    { kind: "mark", subjectId: hanging.paymentId, about: "success", amount: 49.99 },
  ]);
  expect((await otherStaff.browser.ok("GET", "/outcomes/waiting")).total).toBe(0);
  const decide = (by: TestStaff, approve: boolean, version = waiting?.version) =>
    by.browser.call("POST", `/outcome-marks/${waiting?.markId}/decision`, { approve, version });
  expect(await codeOf(decide(admin, true))).toBe("refund_approval_by_requester");
  expect(await codeOf(decide(reviewer, true))).toBe("refund_limit_exceeded");
  expect(await codeOf(decide(other, true, 7))).toBe("conflicting_state");
  expect((await decide(otherStaff, true)).statusCode).toBe(404);
  expect((await decide(viewer, true)).statusCode).toBe(403);
  expect(await codeOf(mark(other, hanging, await notCharged(hanging)))).toBe("conflicting_state");
  expect((await decide(other, true)).statusCode).toBe(200);
  expect((await world.statusOf(hanging.intent))["status"]).toBe("success");
  expect(await codeOf(decide(other, true))).toBe("conflicting_state");
  expect(await audited(hanging.paymentId)).toEqual([
    "payment.mark_requested",
    "payment.mark_approved",
  ]);
  expect((await waitingOf()).total).toBe(0);
});

test("the processor's response ends a waiting mark, and a declined mark changes nothing", async () => {
  await set({ refundApprovalAboveMinor: { USD: 100 } });
  const first = await hangLong(world, await world.createIntent());
  await mark(admin, first, await notCharged(first));
  settleCharge(world, first, "approved");
  await lookUp(admin, first);
  expect((await waitingOf()).total).toBe(0);
  const [late] = outcomeOf(await read(first.intent), first.paymentId).marks;
  const path = `/outcome-marks/${late?.markId}/decision`;
  const decision = { approve: true, version: late?.version };
  expect(await codeOf(other.browser.call("POST", path, decision))).toBe("conflicting_state");
  const [overtaken] = outcomeOf(await read(first.intent), first.paymentId).marks;
  expect(overtaken?.state).toBe("overtaken");
  expect((await world.statusOf(first.intent))["status"]).toBe("success");

  const second = await hangLong(world, await world.createIntent());
  await mark(admin, second, await charged(second));
  const [waitingMark] = outcomeOf(await read(second.intent), second.paymentId).marks;
  await other.browser.ok("POST", `/outcome-marks/${waitingMark?.markId}/decision`, {
    approve: false,
    version: waitingMark?.version,
  });
  expect((await world.statusOf(second.intent))["status"]).toBe("pending");
  await set({ refundApprovalAboveMinor: null });
  expect((await mark(admin, second, await notCharged(second))).statusCode).toBe(200);
  expect((await world.statusOf(second.intent))["status"]).toBe("failed");
});

test("a note that the store cannot hold is refused by name, and one of 500 characters is kept", async () => {
  const hanging = await hangLong(world, await world.createIntent());
  const body = await notCharged(hanging);
  for (const note of ["a\0b", "half \ud83d", "x".repeat(501)]) {
    const response = await mark(admin, hanging, { ...body, note });
    const { errorCode, errors } = response.json();
    expect([response.statusCode, errorCode, errors[0].path]).toEqual([
      400,
      "validation_failed",
      "note",
    ]);
  }
  const note = "ñ".repeat(500);
  expect((await mark(admin, hanging, { ...body, note })).statusCode).toBe(200);
  expect(outcomeOf(await read(hanging.intent), hanging.paymentId).marks[0]?.note).toBe(note);
});

test("a charge that turns up after 'not charged' raises one alarm and moves nothing; once accepted, it can be refunded", async () => {
  const hanging = await hangLong(world, await world.createIntent());
  await mark(admin, hanging, await notCharged(hanging));
  expect((await world.statusOf(hanging.intent))["status"]).toBe("failed");
  expect(await causesOf(hanging.paymentId)).toEqual([]);
  expect((await world.pay(hanging.intent)).body.status).toBe("success");
  settleCharge(world, hanging, "approved");
  await recoverAfter(minuteMs);
  await recoverAfter(60 * minuteMs);
  await lookUp(admin, hanging);
  expect(world.parties.northbank.reversals).toEqual([]);
  const { alarms } = outcomeOf(await read(hanging.intent), hanging.paymentId);
  expect(alarms).toMatchObject([
    {
      problem: "happened_after_all",
      source: "look_up",
      reference: hanging.chargeId,
      state: "open",
      canAccept: true,
    },
  ]);
  expect((await waitingOf()).data).toMatchObject([
    { kind: "alarm", subjectId: hanging.paymentId, amount: 49.99 },
  ]);
  const home = await admin.browser.ok("GET", "/home/waiting");
  expect(home.work).toContainEqual(
    expect.objectContaining({
      kind: "outcomes",
      count: 1,
      amounts: [{ currency: "USD", amount: 49.99 }],
    }),
  );
  const [alarm] = alarms;
  if (!alarm) throw new Error("no alarm");
  expect((await resolve(otherStaff, alarm, { action: "accept" })).statusCode).toBe(404);
  expect((await resolve(viewer, alarm, { action: "accept" })).statusCode).toBe(403);
  expect((await resolve(admin, { ...alarm, version: 9 }, { action: "accept" })).statusCode).toBe(
    409,
  );
  expect((await resolve(reviewer, alarm, { action: "accept" })).statusCode).toBe(200);
  expect(await causesOf(hanging.paymentId)).toEqual(["charge"]);
  // The customer was charged twice: staff can refund each payment.
  const detail = await read(hanging.intent);
  expect(detail.intent.payments.map(({ status }) => status)).toEqual(["success", "success"]);
  expect(detail.alsoRefundable).toHaveLength(1);
  const refund = await admin.browser.ok(
    "POST",
    `/payments/${hanging.intent.paymentIntentId}/refunds`,
    {
      paymentId: hanging.paymentId,
      reason: "duplicate",
      seenReturnedMinor: 0,
    },
  );
  expect(refund.paymentId).toBe(hanging.paymentId);
  await runRefunds(world);
  expect(world.parties.northbank.refunds.calls.at(-1)?.chargeId).toBe(hanging.chargeId);
  expect(await audited(hanging.paymentId)).toEqual([
    "payment.marked",
    "payment.contradicted",
    "payment.looked_up",
    "payment.contradiction_resolved",
  ]);
});

test("a decline after 'charged' raises an alarm; once accepted, the payment fails with its posting reversed", async () => {
  const hanging = await hangLong(world, await world.createIntent());
  await mark(admin, hanging, await charged(hanging));
  settleCharge(world, hanging, "declined");
  await recoverAfter(minuteMs);
  expect((await world.statusOf(hanging.intent))["status"]).toBe("success");
  const [alarm] = outcomeOf(await read(hanging.intent), hanging.paymentId).alarms;
  expect(alarm?.problem).toBe("not_happened_after_all");
  if (!alarm) throw new Error("no alarm");
  expect((await resolve(admin, alarm, { action: "accept" })).statusCode).toBe(200);
  expect((await world.statusOf(hanging.intent))["status"]).toBe("failed");
  expect(await causesOf(hanging.paymentId)).toEqual(["charge", "charge_reversed"]);
  expect(await world.eventsOf(hanging.intent)).toEqual(["created", "pending", "success", "failed"]);
});

test("an alarm can be resolved by keeping the mark; the same contradiction does not come back", async () => {
  const hanging = await hangLong(world, await world.createIntent());
  await mark(admin, hanging, await charged(hanging));
  settleCharge(world, hanging, "gone");
  await recoverAfter(minuteMs);
  const [alarm] = outcomeOf(await read(hanging.intent), hanging.paymentId).alarms;
  if (!alarm) throw new Error("no alarm");
  expect((await resolve(admin, alarm, { action: "keep" })).statusCode).toBe(200);
  await recoverAfter(10 * minuteMs);
  const { alarms } = outcomeOf(await read(hanging.intent), hanging.paymentId);
  expect(alarms).toMatchObject([
    {
      state: "resolved",
      resolution: "kept",
      note: "Checked with the processor",
      resolvedBy: "Staff 3",
    },
  ]);
  expect((await world.statusOf(hanging.intent))["status"]).toBe("success");
  await damageValues(world, "outcome_alarms", "note_sealed");
  const after = outcomeOf(await read(hanging.intent), hanging.paymentId).alarms;
  expect(after).toMatchObject([{ resolution: "kept", note: null }]);
});

test("a charge with another id after 'charged' raises an alarm; once accepted, refunds go to the real charge", async () => {
  const hanging = await hangLong(world, await world.createIntent());
  await mark(admin, hanging, await charged(hanging, "ch-mistyped"));
  settleCharge(world, hanging, "approved");
  await recoverAfter(minuteMs);
  const [alarm] = outcomeOf(await read(hanging.intent), hanging.paymentId).alarms;
  expect(alarm).toMatchObject({ problem: "other_reference", reference: hanging.chargeId });
  if (!alarm) throw new Error("no alarm");
  expect((await resolve(admin, alarm, { action: "accept" })).statusCode).toBe(200);
  const [attempt] = (await read(hanging.intent)).attempts;
  expect(attempt?.chargeId).toBe(hanging.chargeId);
});

test("a payment that hangs can be canceled only where nothing can be charged", async () => {
  const hanging = await hang(world, await world.createIntent());
  expect(await codeOf(admin.browser.call("POST", `${pathOf(hanging)}/cancel`))).toBe(
    "payment_not_cancelable",
  );
});

test("after all of this, the ledger matches the records", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
