/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dispute } from "#contract/api/disputes";
import type { TestService } from "../../testing/create-test-service.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { type DisputeTools, disputeTools, type PaidIntent } from "../testing/dispute-world.ts";
import {
  createPaymentWorld,
  openPaymentWorld,
  openSecondProcess,
  type PaymentWorld,
} from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: PaymentWorld;
let second: TestService;
let t: DisputeTools;
let elsewhere: DisputeTools;
let serial = 0;
beforeAll(async () => {
  world = await createPaymentWorld();
  second = await openSecondProcess(world);
  t = disputeTools(world);
  elsewhere = disputeTools(openPaymentWorld(second, world.parties));
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const both = (index: number): TestService => (index % 2 ? second : world);
const applyBoth = () =>
  Promise.all([
    world.runJob("payments.disputes.notices"),
    second.runJob("payments.disputes.notices"),
  ]);
function refundAt(service: TestService, { intent }: PaidIntent, amount?: number) {
  serial += 1;
  return service.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
    token: world.operator.secretKey,
    body: { externalRefundId: `dispute-race-${serial}`, ...(amount !== undefined && { amount }) },
  });
}

test("one notice at two services opens one dispute, with one event", async () => {
  for (let round = 0; round < 5; round += 1) {
    const paid = await t.paid();
    const notice = noticeOf({ disputeId: `race-once-${round}`, chargeId: paid.chargeId });
    const copy = { ...notice, eventId: `${notice.eventId}-again` };
    await Promise.all([t.send(notice), elsewhere.send(notice), elsewhere.send(copy)]);
    await applyBoth();
    await applyBoth();
    const disputes = await t.of(paid);
    expect(disputes).toHaveLength(1);
    expect(await t.events(disputes[0]?.disputeId ?? "")).toEqual(["created"]);
    expect(await world.statusOf(paid.intent)).toMatchObject({ disputedAmount: 49.99 });
  }
});

test("notices in any order at two services end with the newest", async () => {
  for (let round = 0; round < 5; round += 1) {
    const paid = await t.paid();
    const first = noticeOf({ disputeId: `race-order-${round}`, chargeId: paid.chargeId });
    const changes = ["under_review", "lost", "won"] as const;
    const all = [
      first,
      ...changes.map((status, index) =>
        noticeOf({ ...first, eventId: `${first.eventId}-${status}`, sequence: index + 2, status }),
      ),
    ].reverse();
    await Promise.all(all.map((each, index) => (index % 2 ? elsewhere : t).send(each)));
    await applyBoth();
    await applyBoth();
    expect(await t.of(paid)).toMatchObject([{ status: "won" }]);
    expect(await world.statusOf(paid.intent)).toMatchObject({ disputedAmount: 0 });
  }
});

test("a notice about an unknown charge is tried by one of two services, and then pauses", async () => {
  const notices = Array.from({ length: 20 }, (_, index) =>
    noticeOf({ disputeId: `race-unknown-${index}`, chargeId: `ch-unknown-${index}` }),
  );
  for (const [index, notice] of notices.entries()) await (index % 2 ? elsewhere : t).send(notice);
  const triesOf = () =>
    world.service.deps.database.kysely
      .selectFrom("processor_notices")
      .select("tries")
      .where(
        "event_id",
        "in",
        notices.map(({ eventId }) => eventId),
      )
      .execute();
  await applyBoth();
  expect(new Set((await triesOf()).map(({ tries }) => tries))).toEqual(new Set([1]));
  await applyBoth();
  expect(new Set((await triesOf()).map(({ tries }) => tries))).toEqual(new Set([1]));
});

test("refunds that race with a dispute are refused, fail unsent, or are sent before it arrives", async () => {
  for (let round = 0; round < 8; round += 1) {
    const paid = await t.paid();
    const notice = noticeOf({ disputeId: `race-refund-${round}`, chargeId: paid.chargeId });
    await t.send(notice);
    const [responses] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, (_, index) => refundAt(both(index), paid, 5))),
      applyBoth(),
      runRefunds(world),
      runRefunds(second),
    ]);
    await applyBoth();
    for (const response of responses) {
      if (response.statusCode !== 201) {
        expect([response.statusCode, response.json().errorCode]).toEqual([409, "payment_disputed"]);
      }
    }
    const refunds = world.parties.northbank.refunds.made;
    const sentBefore = responses.filter((response) => refunds.has(response.json().refundId)).length;
    for (let follow = 0; follow < 3; follow += 1) {
      await Promise.all([runRefunds(world), runRefunds(second)]);
    }
    expect(responses.filter((response) => refunds.has(response.json().refundId))).toHaveLength(
      sentBefore,
    );
    expect((await refundAt(world, paid)).statusCode).toBe(409);
  }
});

test("only one of many answers at two services is sent, once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { dispute, notice } = await t.open();
    const url = `/v1/disputes/${dispute.disputeId}`;
    const token = world.operator.secretKey;
    await world.call("PUT", `${url}/evidence`, { body: { fields: { explanation: "x" } } });
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        both(index).call("POST", `${url}/${index < 3 ? "submit" : "accept"}`, { token }),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    await Promise.all([
      world.runJob("payments.disputes.answers"),
      second.runJob("payments.disputes.answers"),
    ]);
    const calls = world.parties.northbank.disputes.calls.filter(({ path }) =>
      path.includes(notice.disputeId),
    );
    expect(calls).toHaveLength(1);
  }
});

test("a dispute is either answered in time or expires, never both", async () => {
  for (let round = 0; round < 5; round += 1) {
    const respondBy = new Date(world.clock.nowMs() + 60_000).toISOString();
    const { dispute } = await t.open({ respondBy });
    const url = `/v1/disputes/${dispute.disputeId}`;
    await world.call("PUT", `${url}/evidence`, { body: { fields: { explanation: "x" } } });
    world.clock.advance(round % 2 ? 59_999 : 60_000);
    const [response] = await Promise.all([
      second.call("POST", `${url}/submit`, { token: world.operator.secretKey }),
      world.runJob("payments.disputes.expire"),
    ]);
    const { status } = await t.read(dispute.disputeId);
    expect(status).toBe(
      response.statusCode === 200 ? "under-review" : ("expired" satisfies Dispute["status"]),
    );
    await world.runJob("payments.disputes.expire");
    expect((await t.read(dispute.disputeId)).status).toBe(
      response.statusCode === 200 ? "under-review" : "expired",
    );
  }
});
