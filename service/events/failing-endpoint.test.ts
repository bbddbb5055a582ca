import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Webhook } from "#contract/api/webhooks";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createReceiver, type Receiver, type ReceiverResponse } from "./testing/receiver.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";

const dayMs = 24 * 60 * 60 * 1000;
let service: TestService;
let receiver: Receiver;
let webhookId: string;
let response: ReceiverResponse;
let serial = 0;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  response = 500;
  receiver = await createReceiver(() => response);
  const created = await service.call("POST", "/v1/operators/webhooks", {
    body: { url: receiver.url },
  });
  ({ webhookId } = created.json<{ webhookId: string }>());
});
afterEach(async () => {
  await service.call("DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
  await receiver.close();
});

async function deliverOne() {
  serial += 1;
  const event = await recordPaymentEvent(service, `pi_failing_${serial}`, 1);
  await service.runJob("webhooks.deliver");
  return event;
}
async function endpoint() {
  const list = await service.call("GET", "/v1/operators/webhooks");
  return list.json<{ data: Webhook[] }>().data.find((endpoint) => endpoint.webhookId === webhookId);
}
const command = (...words: string[]) => service.command(...words);

test("an endpoint is disabled after five days of failed tries, and shows the reason", async () => {
  const since = new Date(service.clock.nowMs()).toISOString();
  await deliverOne();
  expect(await endpoint()).toMatchObject({ status: "enabled", failingSince: since });
  service.clock.advance(5 * dayMs - 1);
  await deliverOne();
  expect(await endpoint()).toMatchObject({ status: "enabled", failingSince: since });
  service.clock.advance(1);
  const last = await deliverOne();
  expect(await endpoint()).toMatchObject({ status: "disabled", disabledReason: "failing" });

  const { operatorId } = service.operator;
  const entry = await service.service.deps.database.kysely
    .selectFrom("audit_entries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("subject_id", "=", webhookId)
    .where("action", "=", "webhook.disabled")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    actor_kind: "service",
    details: JSON.stringify({ reason: "failing" }),
  });

  response = 200;
  expect((await command("webhooks", "enable", operatorId, webhookId)).exitCode).toBe(0);
  expect(await endpoint()).toMatchObject({
    status: "enabled",
    failingSince: null,
    disabledReason: null,
  });
  const before = receiver.received.length;
  expect((await command("webhooks", "resend", operatorId, last.eventId)).exitCode).toBe(0);
  await service.runJob("webhooks.deliver");
  expect(receiver.received.slice(before).map(({ event }) => event.eventId)).toEqual([last.eventId]);
});

test("one successful try resets the count", async () => {
  await deliverOne();
  service.clock.advance(4 * dayMs);
  response = 204;
  await deliverOne();
  expect(await endpoint()).toMatchObject({ status: "enabled", failingSince: null });
  response = 500;
  service.clock.advance(4 * dayMs);
  await deliverOne();
  service.clock.advance(4 * dayMs);
  await deliverOne();
  expect(await endpoint()).toMatchObject({ status: "enabled" });
});
