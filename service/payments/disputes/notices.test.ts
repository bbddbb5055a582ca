import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DisputeNotice } from "#contract/connectors/processor";
import { noticeOf, signNotice } from "../../testing/stand-in-disputes.ts";
import { type DisputeTools, disputeTools } from "../testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { listNotices } from "./review-notices.ts";

let world: PaymentWorld;
let t: DisputeTools;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
});
afterAll(() => world.close());

let serial = 0;
function newId(): string {
  serial += 1;
  return `inbox-${serial}`;
}
const later = (notice: DisputeNotice, changes: Partial<DisputeNotice>) =>
  noticeOf({ ...notice, eventId: newId(), sequence: notice.sequence + 1, ...changes });
async function stateOf(eventId: string) {
  return world.service.deps.database.kysely
    .selectFrom("processor_notices")
    .select(["state", "problem", "dispute_id"])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
}

describe("a notice", () => {
  test("opens a dispute with the processor's amount, fee, reason and deadline", async () => {
    const respondBy = new Date(world.clock.nowMs() + 7 * 86_400_000).toISOString();
    const { dispute, paid } = await t.open({ respondBy, amountMinor: 4_000 });
    expect(dispute).toMatchObject({
      paymentId: paid.paymentId,
      paymentIntentId: paid.intent.paymentIntentId,
      externalCustomerId: "ada",
      processor: "northbank",
      amount: 40,
      fee: 15,
      currency: "USD",
      network: "visa",
      reasonCode: "10.4",
      reason: "Other fraud, card absent",
      category: "fraudulent",
      stage: "chargeback",
      status: "needs-response",
      outcome: null,
      respondBy,
      canRespond: true,
    });
    expect(await t.events(dispute.disputeId)).toEqual(["created"]);
    expect(await world.statusOf(paid.intent)).toMatchObject({
      status: "success",
      disputedAmount: 40,
      payments: [{ status: "success", disputedAmount: 40 }],
    });
  });

  test("blocks neither other notices nor the staff's list if this version cannot read it", async () => {
    const { database } = world.service.deps;
    const { operatorId } = world.operator;
    await database.kysely
      .insertInto("processor_notices")
      .values({
        processor: "northbank",
        event_id: "unreadable",
        body: JSON.stringify({ type: "of another version" }),
        state: "waiting",
        problem: null,
        operator_id: null,
        dispute_id: null,
        tries: 0,
        next_try_at: new Date(0),
        received_at: new Date(0),
      })
      .execute();
    await t.open();
    expect(await stateOf("unreadable")).toMatchObject({ problem: "internal_error" });
    world.clock.advance(5 * 60_000);
    await world.runJob("payments.disputes.notices");
    const failure = "a processor's notice could not be applied";
    expect(world.logLines.filter((line) => line.includes(failure))).toHaveLength(1);
    await database.kysely
      .updateTable("processor_notices")
      .set({ operator_id: operatorId })
      .where("event_id", "=", "unreadable")
      .execute();
    const listed = await listNotices(world.service.deps, operatorId, {
      state: "open",
      page: 1,
      size: 20,
    });
    expect(listed.notices).toEqual([]);
    await database.kysely
      .deleteFrom("processor_notices")
      .where("event_id", "=", "unreadable")
      .execute();
  });

  test("finds the payment by our key of the charge, too", async () => {
    const { intent, paymentId } = await t.paid();
    const notice = noticeOf({ disputeId: newId(), chargeKey: `${paymentId}-1` });
    await t.notify(notice);
    expect(await t.of({ intent })).toHaveLength(1);
  });

  test("counts once if it arrives twice", async () => {
    const { notice, dispute } = await t.open();
    await t.notify(notice);
    expect(await t.events(dispute.disputeId)).toEqual(["created"]);
    expect(await world.call("GET", "/v1/disputes")).toMatchObject({ statusCode: 200 });
  });

  test("sends no event if it says nothing new", async () => {
    const { notice, dispute } = await t.open();
    await t.notify(later(notice, {}));
    expect(await t.events(dispute.disputeId)).toEqual(["created"]);
    await t.notify(later(notice, { sequence: 3, feeMinor: 2_000 }));
    expect(await t.events(dispute.disputeId)).toEqual(["created", "updated"]);
  });

  test("does not undo a newer one if it arrives out of order", async () => {
    const { notice, dispute } = await t.open();
    const old = later(notice, { sequence: 2, status: "under_review" });
    await t.notify(later(notice, { sequence: 3, status: "lost" }));
    await t.notify(old);
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "lost", outcome: "lost" });
    expect(await stateOf(old.eventId)).toMatchObject({ state: "outdated" });
  });

  test("is kept for staff if it has the time of the last one and another amount; with the same amount it is ignored", async () => {
    const { notice, dispute } = await t.open({ amountMinor: 2_500 });
    const same = { ...notice, eventId: newId() };
    const other = { ...notice, eventId: newId(), amountMinor: 1_500 };
    await t.notify(same);
    await t.notify(other);
    expect(await stateOf(same.eventId)).toMatchObject({ state: "outdated" });
    expect(await stateOf(other.eventId)).toMatchObject({
      state: "refused",
      problem: "amount_unclear",
    });
    expect(await t.read(dispute.disputeId)).toMatchObject({ amount: 25 });
    expect(await t.events(dispute.disputeId)).toEqual(["created"]);
  });

  test("is kept for staff if it is a second loss with another amount and the charge is guessed; the next stage is accepted", async () => {
    const { intent, chargeId } = await t.paid();
    const notice = noticeOf({
      disputeId: newId(),
      chargeId,
      cardLast4: "4242",
      sequence: 5,
      status: "lost",
      amountMinor: 2_500,
    });
    await t.notify(notice);
    const [dispute] = await t.of({ intent });
    if (!dispute) throw new Error("no dispute");
    for (const second of [
      later(notice, { amountMinor: 1_500 }),
      later(notice, { sequence: 3, amountMinor: 1_500 }),
    ]) {
      await t.notify(second);
      expect(await stateOf(second.eventId)).toMatchObject({
        state: "refused",
        problem: "amount_unclear",
      });
    }
    expect(await t.read(dispute.disputeId)).toMatchObject({ amount: 25, stage: "chargeback" });
    await t.notify(later(notice, { sequence: 7, stage: "pre_arbitration", amountMinor: 1_500 }));
    expect(await t.read(dispute.disputeId)).toMatchObject({ amount: 15, status: "lost" });
  });

  test("changes the amount of a loss where the processor knows the dispute", async () => {
    const { notice, dispute } = await t.open({ status: "lost", amountMinor: 2_500 });
    await t.notify(later(notice, { amountMinor: 2_450 }));
    expect(await t.read(dispute.disputeId)).toMatchObject({ amount: 24.5, status: "lost" });
  });

  test("is refused and kept for staff if it goes back to an earlier stage", async () => {
    const { notice, dispute } = await t.open({ stage: "pre_arbitration" });
    const back = later(notice, { stage: "chargeback" });
    await t.notify(back);
    expect(await t.read(dispute.disputeId)).toMatchObject({ stage: "pre_arbitration" });
    expect(await stateOf(back.eventId)).toMatchObject({
      state: "refused",
      problem: "state_not_allowed",
    });
  });

  test("waits until its charge is known", async () => {
    const { intent, paymentId, chargeId } = await t.paid();
    const { kysely } = world.service.deps.database;
    const setCharge = (charge_id: string | null) =>
      kysely
        .updateTable("payments")
        .set({ charge_id })
        .where("payment_id", "=", paymentId)
        .execute();
    await setCharge(null);
    const notice = noticeOf({ disputeId: newId(), chargeId });
    await t.notify(notice);
    expect(await t.of({ intent })).toEqual([]);
    expect(await stateOf(notice.eventId)).toMatchObject({
      state: "waiting",
      problem: "charge_unknown",
    });
    await setCharge(chargeId);
    world.clock.advance(60_000);
    await world.runJob("payments.disputes.notices");
    expect(await t.of({ intent })).toHaveLength(1);
  });

  test("is refused if it moves a dispute to another operator's charge", async () => {
    const { notice, dispute } = await t.open();
    const other = await t.paid();
    const moved = later(notice, { chargeId: other.chargeId, status: "lost" });
    await t.notify(moved);
    expect(await stateOf(moved.eventId)).toMatchObject({
      state: "refused",
      problem: "charge_mismatch",
    });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "needs-response" });
    expect(await t.of(other)).toEqual([]);
  });

  test("is refused if it has the charge of one payment and the key of another", async () => {
    const [one, other] = [await t.paid(), await t.paid()];
    const notice = noticeOf({
      disputeId: newId(),
      chargeId: one.chargeId,
      chargeKey: `${other.paymentId}-1`,
    });
    await t.notify(notice);
    expect(await stateOf(notice.eventId)).toMatchObject({ problem: "charge_mismatch" });
  });

  test("is refused if its currency is not the payment's", async () => {
    const paid = await t.paid();
    const notice = noticeOf({ disputeId: newId(), chargeId: paid.chargeId, currency: "EUR" });
    await t.notify(notice);
    expect(await stateOf(notice.eventId)).toMatchObject({ problem: "currency_mismatch" });
  });
});

describe("a notice is not accepted", () => {
  const notice = () => noticeOf({ disputeId: newId(), chargeId: "ch-none" });

  test("without a signature, or with another key's", async () => {
    const one = notice();
    const forged = signNotice("another key", JSON.stringify(one), world.clock.nowMs());
    expect(await t.send(one, {})).toBe(401);
    expect(await t.send(one, forged)).toBe(401);
    expect(await stateOf(one.eventId)).toBeUndefined();
  });

  test("with a signature of another body", async () => {
    const other = JSON.stringify(notice());
    const signed = signNotice("northbank-connector-key", other, world.clock.nowMs());
    expect(await t.send(notice(), signed)).toBe(401);
  });

  test("when its timestamp is more than five minutes off", async () => {
    const one = notice();
    const key = (await import("#contract/connectors/sandbox-credentials")).sandboxCredentials;
    const at = (offsetMs: number) =>
      signNotice(key.northbank, JSON.stringify(one), world.clock.nowMs() + offsetMs);
    expect(await t.send(one, at(-6 * 60_000))).toBe(401);
    expect(await t.send(one, at(6 * 60_000))).toBe(401);
    expect(await t.send(one, at(-4 * 60_000))).toBe(200);
  });

  test("when it is malformed or larger than 16 KiB", async () => {
    const bad = { ...notice(), reasonCode: "x".repeat(40) };
    expect(await t.send(bad)).toBe(400);
    expect(await t.send({ ...notice(), fill: "x".repeat(257 * 1024) } as never)).toBe(413);
  });

  test("for a processor that does not exist", async () => {
    const response = await world.call("POST", "/v1/processor-notices/nobody", {
      token: null,
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(response.statusCode).toBe(404);
  });
});

test("the address for notices reaches us whatever characters a processor's name has", async () => {
  const addresses: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { notificationUrl } = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    if (notificationUrl) addresses.push(notificationUrl);
    response.writeHead(503).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const processor = { name: "North/Bank 50%", url: `http://127.0.0.1:${port}`, key: "own-key" };
  const own = await createPaymentWorld({ env: { PROCESSORS: JSON.stringify([processor]) } });
  await own.pay(await own.createIntent());
  const { pathname } = new URL(addresses[0] ?? "");
  const notice = JSON.stringify(noticeOf({ disputeId: newId(), chargeId: "ch-none" }));
  const answer = await own.call("POST", pathname, {
    token: null,
    body: notice,
    headers: {
      "content-type": "application/json",
      ...signNotice(processor.key, notice, own.clock.nowMs()),
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  await own.close();
  server.closeAllConnections();
  server.close();
});

test("a fraud report is kept with its payment, once, and moves no money", async () => {
  const { intent, paymentId, chargeId } = await t.paid();
  for (const eventId of [newId(), newId()]) {
    await t.notify({
      type: "fraud_report",
      eventId,
      reportId: "tc40-1",
      chargeId,
      at: "2026-01-01T00:00:00.000Z",
      network: "visa",
      fraudType: "6",
      amountMinor: 4_999,
      currency: "USD",
    });
  }
  const rows = await world.service.deps.database.kysely
    .selectFrom("fraud_reports")
    .select(["payment_id", "fraud_type"])
    .where("report_id", "=", "tc40-1")
    .execute();
  expect(rows).toEqual([{ payment_id: paymentId, fraud_type: "6" }]);
  expect(await world.statusOf(intent)).toMatchObject({ disputedAmount: 0 });
});
