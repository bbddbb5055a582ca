import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import type { OutcomeAlarm, OutcomeForStaff } from "#contract/console/outcomes";
import type { PayoutDetail } from "#contract/console/payouts";
import { readPostings, readResourceBalances } from "../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../ledger/testing/restore-history.ts";
import { changeOperator } from "../../operators/accounts/index.ts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PayoutWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  world = await createPayoutWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());
beforeEach(() => {
  world.payouts.lookUpFault = null;
});

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Sessions follow the machine's clock, so staff stay logged in. */
async function pass(ms: number): Promise<void> {
  const clock = world.service.deps.clock as typeof world.service.deps.clock & {
    advanceTo(ms: number): void;
    offsetMs(): number;
  };
  clock.advanceTo(clock.offsetMs() + ms);
  await world.runJob("disbursements.recover");
  await world.idle();
}

const read = (intent: CreatedDisbursementIntent, by = admin): Promise<PayoutDetail> =>
  by.browser.ok("GET", `/payouts/${intent.disbursementIntentId}`);
async function outcomeOf(intent: CreatedDisbursementIntent): Promise<OutcomeForStaff> {
  const [outcome] = (await read(intent)).outcomes;
  if (!outcome) throw new Error("no outcome");
  return outcome;
}
const statusOf = async (intent: CreatedDisbursementIntent) => (await read(intent)).intent.status;
const lookUp = (by: TestStaff, { disbursementIntentId }: CreatedDisbursementIntent) =>
  by.browser.call("POST", `/payouts/${disbursementIntentId}/look-up`);
const mark = (by: TestStaff, { disbursementIntentId }: CreatedDisbursementIntent, body: object) =>
  by.browser.call("POST", `/payouts/${disbursementIntentId}/mark`, {
    note: "Seen in the processor's portal",
    ...body,
  });
const resolve = (alarm: OutcomeAlarm | undefined, action = "accept") =>
  admin.browser.call("POST", `/outcome-alarms/${alarm?.alarmId}/resolution`, {
    action,
    note: "Seen in the report",
    version: alarm?.version,
  });
const keyOf = async (intent: CreatedDisbursementIntent) =>
  (await read(intent)).intent.disbursement?.disbursementId ?? "";

/** A payout whose request and look-ups got no response. `isPaid`: whether the processor paid it. */
async function hanging(isPaid: boolean, forMs = 2 * hourMs) {
  world.payouts.next({ becomes: isPaid ? "paid" : "nothing", response: "break" });
  world.payouts.lookUpFault = { status: 503 };
  const intent = await world.approved();
  await pass(forMs);
  return intent;
}
async function marked(outcome: "success" | "failed", isPaid: boolean, reference = "po-portal") {
  const intent = await hanging(isPaid);
  const { unknown } = await outcomeOf(intent);
  const body = { outcome, ...(outcome === "success" && { reference }), seen: unknown?.seen };
  expect((await mark(reviewer, intent, body)).statusCode).toBe(200);
  world.payouts.lookUpFault = null;
  return intent;
}

test("a look-up asks at once, applies the response and never sends", async () => {
  const intent = await hanging(true, 60_000);
  const sent = world.payouts.calls.length;
  expect((await lookUp(viewer, intent)).statusCode).toBe(403);
  expect((await lookUp(otherStaff, intent)).statusCode).toBe(404);
  expect((await lookUp(admin, intent)).json()).toMatchObject({ answer: "unknown" });
  const { checks } = (await outcomeOf(intent)).unknown ?? {};
  await lookUp(admin, intent);
  expect((await outcomeOf(intent)).unknown?.checks).toBe(checks);
  world.payouts.lookUpFault = "not_found";
  expect((await lookUp(admin, intent)).json()).toMatchObject({ answer: "not_found" });
  world.payouts.lookUpFault = null;
  expect((await lookUp(reviewer, intent)).json()).toMatchObject({ answer: "paid" });
  expect(await statusOf(intent)).toBe("success");
  expect(world.payouts.calls).toHaveLength(sent);
  expect((await lookUp(admin, intent)).json().errorCode).toBe("outcome_known");
});

test("reviewers and admins can enter the outcome that they saw after an hour, or after five days if the processor accepted the payout", async () => {
  const intent = await hanging(false, 60_000);
  const early = (await outcomeOf(intent)).unknown;
  expect(early?.canMark).toBe(false);
  const body = { outcome: "failed", seen: early?.seen };
  expect((await mark(admin, intent, body)).json().errorCode).toBe("outcome_not_markable");
  await pass(2 * hourMs);
  const { seen } = (await outcomeOf(intent)).unknown ?? {};
  expect((await mark(viewer, intent, { ...body, seen })).statusCode).toBe(403);
  expect((await mark(otherStaff, intent, { ...body, seen })).statusCode).toBe(404);
  const other = await mark(admin, intent, { ...body, seen: "approved.1.0" });
  expect(other.json().errorCode).toBe("conflicting_state");
  const bare = await mark(admin, intent, { outcome: "success", seen });
  expect(bare.statusCode).toBe(400);
  expect((await mark(reviewer, intent, { ...body, seen })).statusCode).toBe(200);
  expect((await mark(admin, intent, { ...body, seen })).json().errorCode).toBe("conflicting_state");

  world.payouts.lookUpFault = null;
  world.payouts.next({ becomes: "pending" });
  const slow = await world.approved();
  await pass(2 * hourMs);
  expect((await outcomeOf(slow)).unknown?.canMark).toBe(false);
  await pass(5 * dayMs);
  expect((await outcomeOf(slow)).unknown?.canMark).toBe(true);

  // This payout was never sent, so there is no outcome to enter.
  const waiting = await world.submitted();
  expect((await read(waiting)).outcomes).toEqual([]);
  expect((await mark(admin, waiting, { ...body, seen: "x" })).json().errorCode).toBe(
    "conflicting_state",
  );
});

test("a payout marked as paid is a success with posting, event and audit entry; the processor confirms it, and it can still be returned", async () => {
  const intent = await hanging(true);
  const { unknown } = await outcomeOf(intent);
  const key = await keyOf(intent);
  const payoutId = world.payouts.payouts.get(key)?.payoutId;
  const body = { outcome: "success", reference: payoutId, seen: unknown?.seen };
  expect((await mark(reviewer, intent, body)).statusCode).toBe(200);
  expect(await statusOf(intent)).toBe("success");
  const { database } = world.service.deps;
  expect(Object.keys(await readPostings(database, intent.disbursementIntentId))).toEqual([
    "approved",
    "arrived",
  ]);
  expect((await world.eventsOf(intent)).at(-1)).toBe("success");
  const { disbursement } = (await read(intent)).intent;
  // This is the time of sending; nobody knows the arrival.
  expect(Date.parse(disbursement?.paidAt ?? "")).toBeLessThan(
    Date.parse(disbursement?.updatedAt ?? ""),
  );
  const audit = await admin.browser.ok("GET", "/audit?page=1&size=5");
  expect(JSON.stringify(audit)).toContain("disbursement.marked");
  world.payouts.lookUpFault = null;
  await pass(10 * 60_000);
  const { marks, alarms } = await outcomeOf(intent);
  expect(marks).toMatchObject([{ state: "applied", note: "Seen in the processor's portal" }]);
  expect(marks[0]?.confirmedAt).not.toBeNull();
  expect(alarms).toEqual([]);
  const booked = world.payouts.payouts.get(key);
  if (booked) booked.status = "returned";
  await pass(dayMs);
  expect(await statusOf(intent)).toBe("refunded");
});

test("an ID of another payout is refused", async () => {
  const paid = await world.approved();
  const id = world.payouts.payouts.get(await keyOf(paid))?.payoutId;
  const intent = await hanging(false);
  const { unknown } = await outcomeOf(intent);
  const body = { outcome: "success", reference: id, seen: unknown?.seen };
  expect((await mark(admin, intent, body)).json().errorCode).toBe("processor_reference_taken");
  expect(await statusOf(intent)).toBe("pending");
});

test("a payout paid under another ID raises an alarm; once accepted, the processor confirms it, and it can still be returned", async () => {
  const intent = await marked("success", true);
  await pass(10 * 60_000);
  const [alarm] = (await outcomeOf(intent)).alarms;
  expect(alarm).toMatchObject({ problem: "other_reference", canAccept: true });
  expect((await resolve(alarm)).statusCode).toBe(200);
  await pass(10 * 60_000);
  expect((await outcomeOf(intent)).marks[0]?.confirmedAt).not.toBeNull();
  const booked = world.payouts.payouts.get(await keyOf(intent));
  if (booked) booked.status = "returned";
  await pass(dayMs);
  expect(await statusOf(intent)).toBe("refunded");
});

test("a payout marked as not paid that the processor paid raises an alarm; once accepted, the payout and the ledger count it", async () => {
  const intent = await marked("failed", true);
  expect(await statusOf(intent)).toBe("failed");
  await pass(10 * 60_000);
  expect(await statusOf(intent)).toBe("failed");
  const { alarms } = await outcomeOf(intent);
  expect(alarms).toMatchObject([{ problem: "happened_after_all", canAccept: true }]);
  const waiting = await admin.browser.ok("GET", "/outcomes/waiting?page=1&size=100");
  expect(JSON.stringify(waiting)).toContain(intent.disbursementIntentId);
  const otherResponse = await otherStaff.browser.call(
    "POST",
    `/outcome-alarms/${alarms[0]?.alarmId}/resolution`,
    { action: "accept", note: "x", version: alarms[0]?.version },
  );
  expect(otherResponse.statusCode).toBe(404);
  expect((await resolve(alarms[0])).statusCode).toBe(200);
  expect(await statusOf(intent)).toBe("success");
  expect((await world.eventsOf(intent)).slice(-2)).toEqual(["failed", "success"]);
  const { database } = world.service.deps;
  expect(Object.keys(await readPostings(database, intent.disbursementIntentId)).sort()).toEqual([
    "approved",
    "arrived",
    "ended",
    "revived",
  ]);
  const booked = world.payouts.payouts.get(await keyOf(intent));
  if (booked) booked.status = "returned";
  await pass(dayMs);
  expect(await statusOf(intent)).toBe("refunded");
});

test("a payout marked as paid that the processor reports as failed raises an alarm, which staff keep or accept", async () => {
  const fails = async () => {
    const intent = await hanging(true);
    const { unknown } = await outcomeOf(intent);
    const booked = world.payouts.payouts.get(await keyOf(intent));
    const body = { outcome: "success", reference: booked?.payoutId, seen: unknown?.seen };
    expect((await mark(reviewer, intent, body)).statusCode).toBe(200);
    if (booked) booked.status = "failed";
    world.payouts.lookUpFault = null;
    await pass(10 * 60_000);
    return intent;
  };
  const kept = await fails();
  const [open] = (await outcomeOf(kept)).alarms;
  expect(open).toMatchObject({ problem: "not_happened_after_all", state: "open" });
  expect((await resolve(open, "keep")).statusCode).toBe(200);
  expect(await statusOf(kept)).toBe("success");

  const accepted = await fails();
  const [alarm] = (await outcomeOf(accepted)).alarms;
  expect((await resolve(alarm)).statusCode).toBe(200);
  expect((await resolve(alarm)).json().errorCode).toBe("conflicting_state");
  expect(await statusOf(accepted)).toBe("failed");
  expect((await read(accepted)).intent.disbursement?.paidAt).toBeNull();
  const balances = await readResourceBalances(
    world.service.deps.database,
    accepted.disbursementIntentId,
  );
  expect(Object.values(balances).every((amount) => amount === 0)).toBe(true);
});

test("with dual control a second person decides, unless the processor responds first", async () => {
  const { operatorId } = world.operator;
  // Each person has a rate limit for decisions.
  const other = await addStaff(world, "admin");
  const first = await hanging(false);
  const second = await hanging(true);
  await changeOperator(world.service.deps, operatorId, { settings: { dualControl: true } });
  for (const intent of [first, second]) {
    const { unknown } = await outcomeOf(intent);
    expect(unknown?.needsSecondPerson).toBe(true);
    const body = { outcome: "failed", seen: unknown?.seen };
    expect((await mark(reviewer, intent, body)).statusCode).toBe(200);
    expect(await statusOf(intent)).toBe("pending");
  }
  const decide = async (by: TestStaff, intent: CreatedDisbursementIntent, approve = true) => {
    const [waiting] = (await outcomeOf(intent)).marks;
    const body = { approve, version: waiting?.version };
    return by.browser.call("POST", `/outcome-marks/${waiting?.markId}/decision`, body);
  };
  expect((await decide(otherStaff, first)).statusCode).toBe(404);
  expect((await decide(reviewer, first)).json().errorCode).toBe("refund_approval_by_requester");
  expect((await decide(other, first)).statusCode).toBe(200);
  expect(await statusOf(first)).toBe("failed");
  world.payouts.lookUpFault = null;
  expect((await lookUp(other, second)).json()).toMatchObject({ answer: "paid" });
  expect((await decide(other, second)).json().errorCode).toBe("conflicting_state");
  expect((await outcomeOf(second)).marks).toMatchObject([{ state: "overtaken" }]);
  expect(await statusOf(second)).toBe("success");
  await changeOperator(world.service.deps, operatorId, { settings: { dualControl: false } });
});

test("an ID that turns out to be another payout's while a mark waits is refused at the confirmation", async () => {
  const { operatorId } = world.operator;
  const [first, other] = [await addStaff(world, "reviewer"), await addStaff(world, "admin")];
  const paid = await hanging(true);
  const { unknown } = await outcomeOf(paid);
  const failed = { outcome: "failed", seen: unknown?.seen };
  expect((await mark(first, paid, failed)).statusCode).toBe(200);
  const unpaid = await hanging(false);
  await changeOperator(world.service.deps, operatorId, { settings: { dualControl: true } });
  const reference = world.payouts.payouts.get(await keyOf(paid))?.payoutId;
  const body = { outcome: "success", reference, seen: (await outcomeOf(unpaid)).unknown?.seen };
  expect((await mark(first, unpaid, body)).statusCode).toBe(200);

  world.payouts.lookUpFault = null;
  await lookUp(other, paid);
  expect((await outcomeOf(paid)).alarms).toMatchObject([
    { problem: "happened_after_all", reference },
  ]);
  const [waiting] = (await outcomeOf(unpaid)).marks;
  const decision = { approve: true, version: waiting?.version };
  const path = `/outcome-marks/${waiting?.markId}/decision`;
  const confirmed = await other.browser.call("POST", path, decision);
  expect(confirmed.json().errorCode).toBe("processor_reference_taken");
  expect(await statusOf(unpaid)).toBe("pending");
  expect((await outcomeOf(unpaid)).marks).toMatchObject([{ state: "waiting" }]);
  const declined = await other.browser.call("POST", path, { ...decision, approve: false });
  expect(declined.statusCode).toBe(200);
  await changeOperator(world.service.deps, operatorId, { settings: { dualControl: false } });
});

// This test is the last, because moving the machine's clock ends sessions.
test("the check of all records against the ledger finds no difference", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
