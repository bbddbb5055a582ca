/** Several services share the queue on one PostgreSQL. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { createReceiver, type Receiver } from "./testing/receiver.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";

const resources = 60;
const eventsEach = 5;
let services: TestService[] = [];
let receiver: Receiver;

beforeAll(async () => {
  const first = await createTestService();
  if (first.databaseUrl === undefined) throw new Error("races are tested on PostgreSQL");
  const { clock, databaseUrl } = first;
  const others = await Promise.all(
    [1, 2].map(() => createTestService({ clock, database: reopenTestDatabase(databaseUrl) })),
  );
  services = [first, ...others];
});
afterAll(async () => {
  await receiver.close();
  for (const service of services.reverse()) await service.close();
});

test("no event is lost or duplicated, and each resource's events arrive in order", async () => {
  const [first] = services as [TestService];
  const failures = new Map<string, number>();
  const accepted: { resourceId: string; sequence: number; eventId: string }[] = [];
  receiver = await createReceiver(({ event }) => {
    // Every third event fails twice: with a status, and with a broken connection.
    const before = failures.get(event.eventId) ?? 0;
    if (event.sequence % 3 === 0 && before < 2) {
      failures.set(event.eventId, before + 1);
      return before === 0 ? 500 : "reset";
    }
    const resourceId = String(event.data["paymentIntentId"]);
    accepted.push({ resourceId, sequence: event.sequence, eventId: event.eventId });
    return 200;
  });
  await first.call("POST", "/v1/operators/webhooks", { body: { url: receiver.url } });

  const runAll = () => Promise.all(services.map((service) => service.runJob("webhooks.deliver")));
  for (let sequence = 1; sequence <= eventsEach; sequence += 1) {
    const recorded = Array.from({ length: resources }, (_, number) =>
      recordPaymentEvent(first, `pi_${number}`, sequence),
    );
    await Promise.all([...recorded, runAll()]);
  }
  for (let round = 0; round < 12; round += 1) {
    first.clock.advance(3 * 60 * 1000);
    await runAll();
    await first.runJob("webhooks.tidy");
  }

  expect(accepted).toHaveLength(resources * eventsEach);
  expect(new Set(accepted.map(({ eventId }) => eventId)).size).toBe(accepted.length);
  for (let number = 0; number < resources; number += 1) {
    const sequences = accepted
      .filter(({ resourceId }) => resourceId === `pi_${number}`)
      .map(({ sequence }) => sequence);
    expect(sequences).toEqual([1, 2, 3, 4, 5]);
  }
  const left = await first.service.deps.webhooks.listDeliveries(first.operator.operatorId, {
    status: "pending",
  });
  expect(left).toEqual([]);
}, 120_000);
