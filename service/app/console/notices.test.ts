import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NoticeForStaff } from "#contract/console/notices";
import { type DisputeTools, disputeTools } from "../../payments/testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let t: DisputeTools;
let viewer: TestStaff;
let reviewer: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
});
afterAll(() => world.close());

let serial = 0;
const fresh = () => {
  serial += 1;
  return `unmatched-${serial}`;
};
const path = "/reconciliation/notices";
const listed = async (query = "", by: TestStaff = viewer): Promise<NoticeForStaff[]> =>
  (await by.browser.ok("GET", `${path}${query}`)).data;
const decide = (eventId: string, body: object, by: TestStaff = reviewer) =>
  by.browser.call("POST", `${path}/northbank/${eventId}`, body);
const audited = async (eventId: string) =>
  world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select(["action", "details"])
    .where("subject_id", "=", eventId)
    .orderBy("sequence")
    .execute();

/** The processor never reported the charge's id. */
async function lostCharge() {
  const paid = await t.paid();
  const setCharge = (charge_id: string | null) =>
    world.service.deps.database.kysely
      .updateTable("payments")
      .set({ charge_id })
      .where("payment_id", "=", paid.paymentId)
      .execute();
  await setCharge(null);
  const notice = noticeOf({ eventId: fresh(), disputeId: fresh(), chargeId: fresh() });
  await t.notify(notice);
  return { paid, notice, setCharge };
}

describe("a notice about an unknown charge", () => {
  test("is listed with its amount, deadline and age, and counts on Home", async () => {
    const { notice } = await lostCharge();
    const found = (await listed()).find(({ eventId }) => eventId === notice.eventId);
    expect(found).toMatchObject({
      processor: "northbank",
      type: "dispute",
      state: "waiting",
      problem: "charge_unknown",
      amount: notice.amountMinor / 100,
      currency: "USD",
      code: "10.4",
      charge: notice.chargeId,
      reference: notice.disputeId,
      respondBy: notice.respondBy,
    });
    const { work } = await viewer.browser.ok("GET", "/home/waiting");
    const waiting = work.find(({ kind }: { kind: string }) => kind === "notices");
    expect(waiting).toMatchObject({ count: 1, oldestAt: found?.receivedAt });
    expect(waiting.amounts).toEqual([{ currency: "USD", amount: notice.amountMinor / 100 }]);
    await decide(notice.eventId, { action: "dismiss", reason: "Test" });
  });

  test("opens the dispute of the payment that staff name, once, and later notices follow", async () => {
    const { paid, notice } = await lostCharge();
    const body = { action: "match", paymentId: paid.paymentId, reason: "Same card and day" };
    expect((await decide(notice.eventId, body)).json()).toEqual({ state: "applied" });
    expect((await decide(notice.eventId, body)).statusCode).toBe(409);
    const [dispute, ...others] = await t.of(paid);
    expect(others).toEqual([]);
    expect(await listed()).toEqual([]);
    await t.notify(noticeOf({ ...notice, eventId: fresh(), sequence: 2, status: "lost" }));
    expect(await t.read(dispute?.disputeId ?? "")).toMatchObject({ status: "lost" });
    expect(await audited(notice.eventId)).toMatchObject([
      { action: "processor_notice.matched", details: expect.stringContaining(paid.paymentId) },
    ]);
  });

  test("releases the other notices about the same charge", async () => {
    const { paid, notice } = await lostCharge();
    const second = noticeOf({ ...notice, eventId: fresh(), sequence: 2, status: "under_review" });
    await t.notify(second);
    expect(await listed()).toHaveLength(2);
    await decide(notice.eventId, { action: "match", paymentId: paid.paymentId, reason: "Seen" });
    await world.runJob("payments.disputes.notices");
    expect(await t.of(paid)).toMatchObject([{ status: "under-review" }]);
    expect(await listed()).toEqual([]);
  });

  test("is not matched to a payment of another currency, charge, processor or operator", async () => {
    const { notice, paid, setCharge } = await lostCharge();
    await setCharge("another-charge");
    const match = (paymentId: string) =>
      decide(notice.eventId, { action: "match", paymentId, reason: "Wrong" });
    const refusal = { errorCode: "invalid_value", errors: [{ path: "paymentId" }] };
    expect((await match(paid.paymentId)).json()).toMatchObject(refusal);
    expect((await match("pay_unknown")).statusCode).toBe(404);
    const { kysely } = world.service.deps.database;
    await setCharge(null);
    const change = (processor: string) =>
      kysely
        .updateTable("payments")
        .set({ processor })
        .where("payment_id", "=", paid.paymentId)
        .execute();
    await change("southbank");
    expect((await match(paid.paymentId)).json()).toMatchObject(refusal);
    await change("northbank");
    const euros = noticeOf({ ...notice, eventId: fresh(), currency: "EUR" });
    await t.notify(euros);
    const inEuros = await decide(euros.eventId, {
      action: "match",
      paymentId: paid.paymentId,
      reason: "Wrong",
    });
    expect(inEuros.json()).toMatchObject(refusal);
    await decide(euros.eventId, { action: "dismiss", reason: "Test" });
    expect(await t.of(paid)).toEqual([]);
    expect(await listed()).toMatchObject([{ eventId: notice.eventId, state: "waiting" }]);
    expect(await audited(notice.eventId)).toEqual([]);
    await decide(notice.eventId, { action: "dismiss", reason: "Test" });
  });

  test("is dismissed with a reason, and can be tried again", async () => {
    const { paid, notice, setCharge } = await lostCharge();
    const empty = await decide(notice.eventId, { action: "dismiss", reason: " " });
    expect(empty.statusCode).toBe(400);
    const dismissal = { action: "dismiss", reason: "Not ours" };
    expect((await decide(notice.eventId, dismissal)).json()).toEqual({ state: "dismissed" });
    expect(await listed()).toEqual([]);
    const dismissed = (await listed("?state=dismissed")).find(
      ({ eventId }) => eventId === notice.eventId,
    );
    expect(dismissed).toMatchObject({
      note: "Not ours",
      decidedBy: expect.stringMatching(/^Staff \d+$/),
    });
    await damageValues(world, "processor_notices", "note_sealed");
    expect(await listed("?state=dismissed")).toContainEqual({ ...dismissed, note: null });
    await setCharge(notice.chargeId ?? null);
    world.clock.advance(5 * 60_000);
    await world.runJob("payments.disputes.notices");
    expect(await t.of(paid)).toEqual([]);
    const repeat = await decide(notice.eventId, { action: "retry", reason: "It is ours" });
    expect(repeat.json()).toEqual({ state: "applied" });
    expect(await t.of(paid)).toHaveLength(1);
    expect((await audited(notice.eventId)).map(({ action }) => action)).toEqual([
      "processor_notice.dismissed",
      "processor_notice.retried",
    ]);
  });

  test("keeps the payment that staff named when it is tried again", async () => {
    const { paid, notice } = await lostCharge();
    const body = { action: "match", paymentId: paid.paymentId, reason: "Same card and day" };
    await decide(notice.eventId, body);
    const stored = world.service.deps.database.kysely
      .updateTable("processor_notices")
      .where("event_id", "=", notice.eventId);
    await stored.set({ state: "refused", problem: "internal_error" }).execute();
    const repeat = await decide(notice.eventId, { action: "retry", reason: "Mended" });
    expect(repeat.json()).toEqual({ state: "outdated" });
    await stored.set({ state: "refused", problem: "internal_error" }).execute();
    const [listedNotice] = await listed();
    expect(listedNotice).toMatchObject({ eventId: notice.eventId, note: "Mended" });
    expect(await t.of(paid)).toHaveLength(1);
    await decide(notice.eventId, { action: "dismiss", reason: "Test" });
  });

  test("is decided by reviewers, not by viewers", async () => {
    const { notice } = await lostCharge();
    const refused = await decide(notice.eventId, { action: "dismiss", reason: "No" }, viewer);
    expect(refused.statusCode).toBe(403);
    expect(await listed()).toHaveLength(1);
    await decide(notice.eventId, { action: "dismiss", reason: "Test" });
  });

  test("with a forged signature is not listed", async () => {
    const notice = noticeOf({ eventId: fresh(), disputeId: fresh(), chargeId: fresh() });
    expect(await t.send(notice, { "processor-signature": "t=1,v1=00" })).toBe(401);
    await world.runJob("payments.disputes.notices");
    expect(await listed()).toEqual([]);
  });
});

describe("with a second operator", () => {
  let otherStaff: TestStaff;
  beforeAll(async () => {
    const { operatorId } = await world.createOperator();
    otherStaff = await addStaff(world, "admin", operatorId);
  });

  test("a notice that names none of our payments is shown to neither operator", async () => {
    const { notice } = await lostCharge();
    expect(await listed()).toEqual([]);
    expect(await listed("", otherStaff)).toEqual([]);
    const dismissal = { action: "dismiss", reason: "Mine" };
    expect((await decide(notice.eventId, dismissal)).statusCode).toBe(404);
    expect((await decide(notice.eventId, dismissal, otherStaff)).statusCode).toBe(404);
  });

  test("a notice is shown only to the operator whose payment it names", async () => {
    const { paymentId } = await t.paid();
    const notice = noticeOf({
      eventId: fresh(),
      disputeId: fresh(),
      chargeId: fresh(),
      chargeKey: `${paymentId}-1`,
    });
    await t.notify(notice);
    expect(await listed()).toMatchObject([{ problem: "charge_mismatch", state: "refused" }]);
    expect(await listed("", otherStaff)).toEqual([]);
    const dismissal = { action: "dismiss", reason: "Mine" };
    expect((await decide(notice.eventId, dismissal, otherStaff)).statusCode).toBe(404);
    expect((await decide(notice.eventId, dismissal)).statusCode).toBe(200);
  });
});
