import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../platform/database/tables.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createReceiver, type Receiver } from "./testing/receiver.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";

const dayMs = 24 * 60 * 60 * 1000;
let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await createTestService({ env: { EVENT_RETENTION_DAYS: "30" } });
  receiver = await createReceiver();
  await service.call("POST", "/v1/operators/webhooks", { body: { url: receiver.url } });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** Reads the event ids of a table. */
async function known(table: "events" | "webhook_deliveries" | "webhook_attempts") {
  const rows = await service.service.deps.database.kysely
    .selectFrom(table as keyof Tables & typeof table)
    .select("event_id")
    .execute();
  return rows.map(({ event_id }) => event_id).sort();
}

test("events and everything that belongs to them are deleted after their retention, except pending deliveries", async () => {
  const old = await recordPaymentEvent(service, "pi_old", 1);
  await service.runJob("webhooks.deliver");
  const waiting = await recordPaymentEvent(service, "pi_waiting", 1);
  service.clock.advance(1 * dayMs);
  const young = await recordPaymentEvent(service, "pi_young", 1);
  service.clock.advance(29 * dayMs);
  await service.runJob("webhooks.forget");
  const all = [old, waiting, young].map(({ eventId }) => eventId).sort();
  expect(await known("events")).toEqual(all);

  service.clock.advance(1);
  await service.runJob("webhooks.forget");
  const left = [waiting, young].map(({ eventId }) => eventId).sort();
  expect(await known("events")).toEqual(left);
  expect(await known("webhook_deliveries")).toEqual(left);
  expect(await known("webhook_attempts")).toEqual([]);

  await service.runJob("webhooks.deliver");
  await service.runJob("webhooks.forget");
  expect(await known("events")).toEqual([young.eventId]);
  expect(receiver.received).toHaveLength(3);
});
