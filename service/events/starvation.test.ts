import { afterEach, beforeEach, expect, test } from "vitest";
import type { Webhook } from "#contract/api/webhooks";
import type { NewOperator } from "../operators/accounts/index.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { claimDue } from "./delivery-statements.ts";
import { recordEvent, sealEvent } from "./events.ts";
import { maxSlots, probesPerOperator, sharedSlots, slotsPerEndpoint } from "./slot-shares.ts";
import { probeEveryMs, slowAfterTimeouts, slowTryMs } from "./slow-endpoints.ts";
import { createReceiver, type Receiver, type ReceiverResponse } from "./testing/receiver.ts";

const path = "/v1/operators/webhooks";
/** Much less than the ten seconds of a hanging try. */
const promptly = { timeout: 4_000, interval: 20 };
let service: TestService;
let hanging: Receiver;
let quick: Receiver;
let response: ReceiverResponse;
let beforeAnswer: () => void;
let stop: AbortController;
let round: Promise<unknown> | undefined;

beforeEach(async () => {
  service = await createTestService();
  response = "hang";
  beforeAnswer = () => {};
  hanging = await createReceiver(() => {
    beforeAnswer();
    return response;
  });
  quick = await createReceiver();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await hanging.close();
  await round;
  await quick.close();
  await service.close();
});

const start = () => {
  const job = service.service.jobs.find(({ name }) => name === "webhooks.deliver");
  round = job?.run(stop.signal);
};
const register = async (operator: NewOperator, url: string) => {
  const response = await service.call("POST", path, { token: operator.secretKey, body: { url } });
  expect(response.statusCode).toBe(201);
  return response.json<Webhook>().webhookId;
};
async function record({ operatorId }: NewOperator, resourceId: string, sequence = 1) {
  const { deps } = service.service;
  await deps.keyring.load(operatorId);
  const event = sealEvent(deps, {
    operatorId,
    resourceId,
    sequence,
    atMs: service.clock.nowMs(),
    type: "payment" as const,
    status: "created",
    data: { paymentIntentId: resourceId },
  });
  await inTransaction(deps.database, (tx) => recordEvent(tx, event));
}
const endpointOf = async (operator: NewOperator, webhookId: string) => {
  const list = await service.call("GET", path, { token: operator.secretKey });
  return list.json<{ data: Webhook[] }>().data.find((endpoint) => endpoint.webhookId === webhookId);
};

test("another operator's events arrive while five hanging endpoints hold every shared slot", async () => {
  const other = await service.createOperator();
  for (let number = 0; number < 5; number += 1)
    await register(service.operator, `${hanging.url}?${number}`);
  await register(other, quick.url);
  for (let number = 0; number < 30; number += 1) await record(service.operator, `pi_${number}`);
  start();
  await expect.poll(() => hanging.received.length, { timeout: 20_000 }).toBe(sharedSlots);

  for (let number = 0; number < 20; number += 1) {
    await record(other, `pi_other_${number}`);
    service.service.deps.webhooks.wake();
    await expect.poll(() => quick.received.length, promptly).toBe(number + 1);
  }
  expect(hanging.received).toHaveLength(sharedSlots);
});

test("an operator with 600 old hanging endpoints does not block others", async () => {
  const other = await service.createOperator();
  const webhookId = await register(service.operator, hanging.url);
  await register(other, quick.url);
  const { kysely } = service.service.deps.database;
  const row = await kysely
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("webhook_endpoints")
    .values(
      Array.from({ length: 599 }, (_, number) => ({ ...row, webhook_id: `we_old_${number}` })),
    )
    .execute();
  await record(service.operator, "pi_many");
  start();
  await expect.poll(() => hanging.received.length, { timeout: 20_000 }).toBe(1);
  await record(other, "pi_late");
  service.service.deps.webhooks.wake();
  await expect.poll(() => quick.received.length, promptly).toBe(1);

  const refused = await service.call("POST", path, { body: { url: hanging.url } });
  expect(refused.json().errorCode).toBe("too_many_webhook_endpoints");
  const list = await service.call("GET", path);
  expect(list.json<{ data: Webhook[] }>().data).toHaveLength(600);
});

test("an endpoint that times out gets one probe at a time until it responds, and then every delivery that waited", async () => {
  const webhookId = await register(service.operator, hanging.url);
  const healthy = await register(service.operator, quick.url);
  for (let number = 0; number < slowAfterTimeouts; number += 1)
    await record(service.operator, `pi_${number}`);
  await service.runJob("webhooks.deliver");
  expect(hanging.received).toHaveLength(slowAfterTimeouts);
  const since = new Date(service.clock.nowMs()).toISOString();
  expect(await endpointOf(service.operator, webhookId)).toMatchObject({ slowSince: since });
  expect(await endpointOf(service.operator, healthy)).toMatchObject({ slowSince: null });

  for (let number = 0; number < 20; number += 1)
    await record(service.operator, `pi_next_${number}`);
  service.clock.advance(probeEveryMs - 1);
  await service.runJob("webhooks.deliver");
  expect(hanging.received).toHaveLength(slowAfterTimeouts);
  expect(quick.received).toHaveLength(slowAfterTimeouts + 20);

  service.clock.advance(1);
  await service.runJob("webhooks.deliver");
  expect(hanging.received).toHaveLength(slowAfterTimeouts + 1);
  expect(await endpointOf(service.operator, webhookId)).toMatchObject({ slowSince: since });

  // A quick 500 shows that the endpoint is broken, not slow.
  response = 500;
  service.clock.advance(probeEveryMs);
  await service.runJob("webhooks.deliver");
  expect(await endpointOf(service.operator, webhookId)).toMatchObject({ slowSince: null });
  response = 200;
  service.clock.advance(15 * 60_000);
  await service.runJob("webhooks.deliver");
  const arrived = new Set(hanging.received.map(({ event }) => event.eventId));
  expect(arrived.size).toBe(slowAfterTimeouts + 20);
});

test("an endpoint that responds just before the deadline is also slow, until it responds quickly", async () => {
  const webhookId = await register(service.operator, hanging.url);
  const slowSince = async () => (await endpointOf(service.operator, webhookId))?.slowSince;
  let takesMs = slowTryMs + 1;
  response = 200;
  beforeAnswer = () => service.clock.advance(takesMs);
  for (let number = 1; number <= slowAfterTimeouts; number += 1) {
    expect(await slowSince()).toBeNull();
    await record(service.operator, `pi_${number}`);
    await service.runJob("webhooks.deliver");
    expect(hanging.received).toHaveLength(number);
  }
  expect(await slowSince()).not.toBeNull();

  // This probe is slow, too.
  for (const name of ["pi_a", "pi_b", "pi_c"]) await record(service.operator, name);
  service.clock.advance(probeEveryMs);
  await service.runJob("webhooks.deliver");
  expect(hanging.received).toHaveLength(slowAfterTimeouts + 1);

  takesMs = slowTryMs;
  service.clock.advance(probeEveryMs);
  await service.runJob("webhooks.deliver");
  expect(await slowSince()).toBeNull();
  await service.runJob("webhooks.deliver");
  expect(hanging.received).toHaveLength(slowAfterTimeouts + 3);
});

test("one operator's slow endpoints are probed a few at a time", async () => {
  const ids = [];
  for (let number = 0; number < 4; number += 1)
    ids.push(await register(service.operator, `${hanging.url}?${number}`));
  await record(service.operator, "pi_probe");
  const { database } = service.service.deps;
  const now = new Date(service.clock.nowMs());
  await database.kysely
    .updateTable("webhook_endpoints")
    .set({ timeouts: 9, slow_since: now, probe_at: now })
    .execute();
  const claim = async () => {
    const later = new Date(now.getTime() + probeEveryMs);
    const { rows } = await database.run<{ webhook_id: string }>(claimDue, [
      service.operator.operatorId,
      now,
      later,
      "token",
      slotsPerEndpoint,
      [],
      [],
      maxSlots,
      probesPerOperator,
      later,
      now,
    ]);
    return rows.map(({ webhook_id }) => webhook_id);
  };
  const first = await claim();
  const second = await claim();
  expect(first).toHaveLength(probesPerOperator);
  expect([...first, ...second].sort()).toEqual([...ids].sort());
  expect(await claim()).toEqual([]);
});
