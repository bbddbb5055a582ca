import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { verifyWebhook } from "#contract/events/verify-webhook";
import { inTransaction } from "../platform/database/transaction.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { claimDue } from "./delivery-statements.ts";
import { recordEvent } from "./events.ts";
import {
  createReceiver,
  type ReceivedDelivery,
  type Receiver,
  type ReceiverResponse,
} from "./testing/receiver.ts";
import { recordPaymentEvent, sealPaymentEvent } from "./testing/record-payment-event.ts";

const hourMs = 60 * 60 * 1000;
let service: TestService;
let receiver: Receiver;
let webhookId: string;
let secretKey: string;
let respond: (number: number) => ReceiverResponse;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  respond = () => 200;
  receiver = await createReceiver(() => respond(receiver.received.length));
  ({ webhookId, secretKey } = await register({ url: receiver.url }));
});
afterEach(async () => {
  await service.call("DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
  await receiver.close();
});

async function register(body: unknown): Promise<{ webhookId: string; secretKey: string }> {
  return (await service.call("POST", "/v1/operators/webhooks", { body })).json();
}

const run = () => service.runJob("webhooks.deliver");
const webhooks = () => service.service.deps.webhooks;
const sequences = () => receiver.received.map(({ event }) => event.sequence);

async function deliveryOf(eventId: string) {
  const all = await webhooks().listDeliveries(service.operator.operatorId);
  return all.find((delivery) => delivery.eventId === eventId && delivery.webhookId === webhookId);
}

async function advanceToNext(eventId: string): Promise<void> {
  const { nextAt } = (await deliveryOf(eventId)) ?? {};
  if (nextAt) service.clock.advance(Date.parse(nextAt) - service.clock.nowMs());
}

const triesOf = (eventId: string) =>
  webhooks().listTries(service.operator.operatorId, eventId, webhookId);

describe("an event", () => {
  test("arrives once, with a valid signature and the documented body", async () => {
    const { eventId } = await recordPaymentEvent(service, "pi_once", 4, { status: "success" });
    await run();
    await run();
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body }] = receiver.received as [ReceivedDelivery];
    expect(JSON.parse(body)).toEqual({
      eventId,
      type: "payment",
      status: "success",
      createdAt: new Date(service.clock.nowMs()).toISOString(),
      sequence: 4,
      data: { paymentIntentId: "pi_once", description: "Grüße ☕" },
    });
    expect(headers["content-type"]).toContain("application/json");
    expect(headers["webhook-id"]).toBe(eventId);
    const now = service.clock.nowMs;
    expect(await verifyWebhook({ body, headers, secret: secretKey, now })).toMatchObject({
      eventId,
    });
    expect(await deliveryOf(eventId)).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("goes to every endpoint that subscribes to its type, and to no other", async () => {
    const other = await createReceiver();
    const kyc = await register({ url: other.url, events: ["kyc_verification"] });
    const all = await register({ url: `${other.url}?all`, events: ["payment", "disbursement"] });
    const foreign = await service.createOperator();
    const otherResponse = await service.call("POST", "/v1/operators/webhooks", {
      token: foreign.secretKey,
      body: { url: `${other.url}?foreign` },
    });
    await recordPaymentEvent(service, "pi_filter", 1);
    await run();
    expect(receiver.received).toHaveLength(1);
    expect(other.received.map(({ path }) => path)).toEqual(["/hook?all"]);
    for (const endpoint of [kyc, all])
      await service.call("DELETE", `/v1/operators/webhooks?webhookId=${endpoint.webhookId}`);
    expect(otherResponse.statusCode).toBe(201);
    await other.close();
  });

  test("is not sent if its change is rolled back", async () => {
    const event = sealPaymentEvent(service, "pi_rolled_back", 1);
    const change = inTransaction(service.service.deps.database, async (tx) => {
      await recordEvent(tx, event);
      throw new Error("rolled back");
    });
    await expect(change).rejects.toThrow("rolled back");
    await run();
    expect(receiver.received).toHaveLength(0);
    expect(await deliveryOf(event.eventId)).toBeUndefined();
  });

  test("is stored sealed", async () => {
    const { eventId } = await recordPaymentEvent(service, "pi_sealed", 1);
    const row = await service.service.deps.database.kysely
      .selectFrom("events")
      .selectAll()
      .where("event_id", "=", eventId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("Grüße");
    await run();
  });
});

describe("an endpoint that fails", () => {
  test("gets eight tries on the schedule, then the delivery is dead", async () => {
    respond = () => ({ statusCode: 500, body: "<h1>oops</h1>" });
    const { eventId } = await recordPaymentEvent(service, "pi_dead", 1);
    const waits: number[] = [];
    for (let tries = 1; tries <= 8; tries += 1) {
      await run();
      expect(receiver.received).toHaveLength(tries);
      const { nextAt } = (await deliveryOf(eventId)) ?? {};
      if (!nextAt) break;
      const waitMs = Date.parse(nextAt) - service.clock.nowMs();
      waits.push(waitMs);
      service.clock.advance(waitMs - 1);
      await run();
      expect(receiver.received).toHaveLength(tries);
      service.clock.advance(1);
    }
    const middles = [5, 30, 120, 600, 3_600, 21_600, 86_400].map((seconds) => seconds * 1000);
    expect(waits).toHaveLength(middles.length);
    for (const [index, middleMs] of middles.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(0.8 * middleMs);
      expect(waits[index]).toBeLessThanOrEqual(1.2 * middleMs);
    }
    expect(await deliveryOf(eventId)).toMatchObject({ status: "dead", attempts: 8, nextAt: null });
    const tries = await triesOf(eventId);
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(tries[0]).toMatchObject({ statusCode: 500, answer: "<h1>oops</h1>", failure: null });

    // Each try has the same id, and its own signed time.
    const stamps = receiver.received.map(({ headers }) => headers["webhook-timestamp"]);
    expect(new Set(stamps).size).toBe(8);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("gets the next event of a resource only after this one, but other resources' events in the meantime", async () => {
    respond = (number) => (number === 1 ? 503 : 200);
    await recordPaymentEvent(service, "pi_line", 1);
    await run();
    await recordPaymentEvent(service, "pi_line", 2);
    await recordPaymentEvent(service, "pi_line", 3);
    await recordPaymentEvent(service, "pi_other", 7);
    await run();
    expect(sequences()).toEqual([1, 7]);
    service.clock.advance(10_000);
    await run();
    expect(sequences()).toEqual([1, 7, 1, 2, 3]);
  });

  test("gets the next event of a resource when the first is dead", async () => {
    respond = () => 500;
    const first = await recordPaymentEvent(service, "pi_gives_up", 1);
    const next = await recordPaymentEvent(service, "pi_gives_up", 2);
    for (let tries = 0; tries < 7; tries += 1) {
      await run();
      await advanceToNext(first.eventId);
    }
    respond = () => 200;
    expect(await deliveryOf(next.eventId)).toMatchObject({ status: "pending", attempts: 0 });
    respond = (number) => (number === 8 ? 500 : 200);
    await run();
    expect(await deliveryOf(first.eventId)).toMatchObject({ status: "dead" });
    expect(await deliveryOf(next.eventId)).toMatchObject({ status: "delivered" });
  });

  test("is not called before its Retry-After", async () => {
    respond = (number) =>
      number === 1 ? { statusCode: 429, headers: { "retry-after": "120" } } : 200;
    const { eventId } = await recordPaymentEvent(service, "pi_after", 1);
    await run();
    const { nextAt } = (await deliveryOf(eventId)) ?? {};
    expect(Date.parse(nextAt ?? "") - service.clock.nowMs()).toBe(120_000);
    service.clock.advance(119_000);
    await run();
    expect(receiver.received).toHaveLength(1);
    service.clock.advance(1_000);
    await run();
    expect(receiver.received).toHaveLength(2);
  });

  test("is not followed if it redirects", async () => {
    respond = (number) =>
      number === 1 ? { statusCode: 307, headers: { location: "/hook?elsewhere" } } : 200;
    const { eventId } = await recordPaymentEvent(service, "pi_redirect", 1);
    await run();
    expect(receiver.received).toHaveLength(1);
    expect((await triesOf(eventId))[0]).toMatchObject({ statusCode: 307 });
    service.clock.advance(10_000);
    await run();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/hook"]);
  });

  test("is recorded as broken and tried again if it breaks the connection", async () => {
    respond = (number) => (number === 1 ? "reset" : 204);
    const { eventId } = await recordPaymentEvent(service, "pi_reset", 1);
    await run();
    service.clock.advance(10_000);
    await run();
    expect(await triesOf(eventId)).toMatchObject([
      { statusCode: null, failure: "broken", answer: null },
      { statusCode: 204, failure: null },
    ]);
  });

  test("is disabled if it responds with 410; waiting deliveries are dead and can be resent later", async () => {
    respond = () => 410;
    const first = await recordPaymentEvent(service, "pi_gone", 1);
    const waiting = await recordPaymentEvent(service, "pi_gone", 2);
    await run();
    expect(receiver.received).toHaveLength(1);
    const list = (await service.call("GET", "/v1/operators/webhooks")).json().data;
    expect(list).toContainEqual(
      expect.objectContaining({ webhookId, status: "disabled", disabledReason: "gone" }),
    );
    const later = await recordPaymentEvent(service, "pi_gone", 3);
    expect(await deliveryOf(later.eventId)).toBeUndefined();
    for (const { eventId } of [first, waiting])
      expect(await deliveryOf(eventId)).toMatchObject({ status: "dead" });

    const { operatorId } = service.operator;
    expect(await webhooks().resendDead(operatorId, first.eventId)).toBe(0);
    respond = () => 200;
    expect(await webhooks().enable(operatorId, webhookId)).toBe(true);
    expect(await webhooks().resendDead(operatorId, waiting.eventId)).toBe(1);
    expect(await webhooks().resendDead(operatorId, first.eventId)).toBe(1);
    await run();
    expect(sequences()).toEqual([1, 1, 2]);
  });
});

describe("a dead delivery", () => {
  test("is resent with the full number of tries, and only by its own operator", async () => {
    respond = () => 500;
    const { eventId } = await recordPaymentEvent(service, "pi_resend", 1);
    for (let tries = 0; tries < 8; tries += 1) {
      await run();
      await advanceToNext(eventId);
    }
    const { operatorId } = service.operator;
    const foreign = await service.createOperator();
    expect(await webhooks().resendDead(foreign.operatorId, eventId)).toBe(0);
    expect(await webhooks().resendDead(operatorId, "evt_unknown")).toBe(0);
    expect(await webhooks().resendDead(operatorId, eventId, { webhookId })).toBe(1);
    expect(await webhooks().resendDead(operatorId, eventId, { webhookId })).toBe(0);
    await run();
    expect(await deliveryOf(eventId)).toMatchObject({ status: "pending", attempts: 9 });
    respond = () => 200;
    service.clock.advance(10_000);
    await run();
    expect(await deliveryOf(eventId)).toMatchObject({ status: "delivered", attempts: 10 });
    expect((await triesOf(eventId)).map(({ attempt }) => attempt)).toHaveLength(10);
  });
});

describe("a deleted endpoint", () => {
  test("gets nothing more, and its queue is dropped", async () => {
    const { eventId } = await recordPaymentEvent(service, "pi_dropped", 1);
    await service.call("DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
    await run();
    expect(receiver.received).toHaveLength(0);
    expect(await deliveryOf(eventId)).toMatchObject({ status: "dropped" });
  });

  test("does not disturb the job if it is deleted during a try", async () => {
    respond = () => {
      void service.call("DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
      return 500;
    };
    const { eventId } = await recordPaymentEvent(service, "pi_dropped_late", 1);
    await run();
    await service.runJob("webhooks.tidy");
    expect(["dropped", "pending"]).toContain((await deliveryOf(eventId))?.status);
    service.clock.advance(hourMs);
    await run();
    await service.runJob("webhooks.tidy");
    expect(receiver.received).toHaveLength(1);
    expect(await deliveryOf(eventId)).toMatchObject({ status: "dropped" });
  });
});

test("after a secret is rotated, deliveries verify with the old and the new secret for a day", async () => {
  const renewed = await webhooks().rotateSecret(service.operator.operatorId, webhookId);
  await recordPaymentEvent(service, "pi_rotated", 1);
  await run();
  service.clock.advance(25 * hourMs);
  await recordPaymentEvent(service, "pi_rotated", 2);
  await run();
  const [during, after] = receiver.received;
  const verify = (delivery: typeof during, secret: string) =>
    verifyWebhook({
      body: delivery?.body ?? "",
      headers: delivery?.headers ?? {},
      secret,
      now: () => Number(delivery?.headers["webhook-timestamp"]) * 1000,
    }).then(
      () => true,
      () => false,
    );
  expect(await verify(during, secretKey)).toBe(true);
  expect(await verify(during, renewed ?? "")).toBe(true);
  expect(await verify(after, secretKey)).toBe(false);
  expect(await verify(after, renewed ?? "")).toBe(true);
});

test("a delivery claimed by a process that died is sent when its lease runs out", async () => {
  const { eventId } = await recordPaymentEvent(service, "pi_crash", 1);
  const now = new Date(service.clock.nowMs());
  const until = new Date(service.clock.nowMs() + 30_000);
  const { operatorId } = service.operator;
  const claim = [operatorId, now, until, "x", 8, [], [], 64, 2, until, now];
  const claimed = await service.service.deps.database.run(claimDue, claim);
  expect(claimed.rows).toHaveLength(1);
  await run();
  expect(receiver.received).toHaveLength(0);
  service.clock.advance(30_000);
  await run();
  expect(receiver.received).toHaveLength(1);
  expect(await deliveryOf(eventId)).toMatchObject({ status: "delivered", attempts: 1 });
});

test("a hanging endpoint does not delay another's deliveries", async () => {
  const quick = await createReceiver();
  const other = await register({ url: quick.url });
  respond = () => "hang";
  for (let number = 0; number < 30; number += 1)
    await recordPaymentEvent(service, `pi_hang_${number}`, 1);
  const stop = new AbortController();
  const job = service.service.jobs.find(({ name }) => name === "webhooks.deliver");
  const round = job?.run(stop.signal);
  await expect.poll(() => quick.received.length, { timeout: 45_000 }).toBe(30);
  expect(receiver.received).toHaveLength(16);
  stop.abort();
  await round;
  // Canceled tries do not count; their leases end at once.
  respond = () => 200;
  await run();
  expect(receiver.received).toHaveLength(46);
  await service.call("DELETE", `/v1/operators/webhooks?webhookId=${other.webhookId}`);
  await quick.close();
});

test("deliveries behind a failing one are postponed with it and follow it at once", async () => {
  respond = () => 500;
  await recordPaymentEvent(service, "pi_parked", 1);
  await run();
  const follower = await recordPaymentEvent(service, "pi_parked", 2);
  await service.runJob("webhooks.tidy");
  const { nextAt } = (await deliveryOf(follower.eventId)) ?? {};
  expect(Date.parse(nextAt ?? "")).toBeGreaterThan(service.clock.nowMs());
  respond = () => 200;
  service.clock.advance(10_000);
  await run();
  expect(sequences()).toEqual([1, 1, 2]);
});

test("an event that cannot be opened ends dead and does not block others", async () => {
  const broken = await recordPaymentEvent(service, "pi_broken", 1);
  const next = await recordPaymentEvent(service, "pi_broken", 2);
  await service.service.deps.database.kysely
    .updateTable("events")
    .set({ body_sealed: next.bodySealed })
    .where("event_id", "=", broken.eventId)
    .execute();
  for (let tries = 0; tries < 8; tries += 1) {
    await run();
    service.clock.advance(30 * hourMs);
  }
  expect(await deliveryOf(broken.eventId)).toMatchObject({ status: "dead", attempts: 8 });
  expect((await triesOf(broken.eventId))[0]).toMatchObject({ failure: "internal" });
  expect(sequences()).toEqual([2]);
});
