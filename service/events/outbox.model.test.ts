import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createReceiver, type Receiver, type ReceiverResponse } from "./testing/receiver.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";

const maxTries = 8;
const longestPauseMs = 1.2 * 24 * 60 * 60 * 1000;
let service: TestService;
let receiver: Receiver;
/** Failures left, by event. */
const failing = new Map<string, { left: number; how: ReceiverResponse }>();

beforeAll(async () => {
  service = await createTestService();
  receiver = await createReceiver(({ event }) => {
    const plan = failing.get(event.eventId);
    if (!plan || plan.left === 0) return 200;
    plan.left -= 1;
    return plan.how;
  });
  await service.call("POST", "/v1/operators/webhooks", { body: { url: receiver.url } });
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const responses: ReceiverResponse[] = [
  500,
  404,
  301,
  "reset",
  { statusCode: 429, headers: { "retry-after": "90" } },
];
const plannedEvent = fc.record({
  resource: fc.nat({ max: 2 }),
  failures: fc.oneof(fc.nat({ max: 2 }), fc.constant(9)),
  how: fc.constantFrom(...responses),
  /** The pause until the next event; often none. */
  pauseMs: fc.oneof(fc.constant(0), fc.constant(0), fc.nat({ max: 10 * 60 * 1000 })),
});

async function settle(): Promise<void> {
  for (;;) {
    await service.runJob("webhooks.deliver");
    const { webhooks } = service.service.deps;
    const waiting = { status: "pending", limit: 1 } as const;
    if ((await webhooks.listDeliveries(service.operator.operatorId, waiting)).length === 0) return;
    service.clock.advance(longestPauseMs);
    // Keeps the endpoint enabled: this test is about single events.
    const { kysely } = service.service.deps.database;
    await kysely.updateTable("webhook_endpoints").set({ failing_since: null }).execute();
  }
}

let runNumber = 0;

test("however endpoints behave, every event ends delivered or dead, and each resource's events arrive in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plannedEvent, { minLength: 1, maxLength: 8 }), async (plan) => {
      runNumber += 1;
      failing.clear();
      receiver.received.length = 0;
      const events: { eventId: string; resourceId: string; failures: number }[] = [];
      for (const [index, { resource, failures, how, pauseMs }] of plan.entries()) {
        const resourceId = `pi_${runNumber}_${resource}`;
        const { eventId } = await recordPaymentEvent(service, resourceId, index + 1);
        failing.set(eventId, { left: failures, how });
        events.push({ eventId, resourceId, failures });
        service.clock.advance(pauseMs);
        if (pauseMs > 0) await service.runJob("webhooks.deliver");
      }
      await settle();

      const all = await service.service.deps.webhooks.listDeliveries(service.operator.operatorId);
      for (const { eventId, failures } of events) {
        const tries = receiver.received.filter(({ event }) => event.eventId === eventId);
        expect(tries).toHaveLength(Math.min(failures + 1, maxTries));
        expect(all.find((delivery) => delivery.eventId === eventId)).toMatchObject({
          status: failures < maxTries ? "delivered" : "dead",
          attempts: tries.length,
        });
      }
      for (const { resourceId } of events) {
        const sequences = receiver.received
          .filter(({ event }) => event.data["paymentIntentId"] === resourceId)
          .map(({ event }) => event.sequence);
        expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
      }
    }),
    { numRuns: 8 },
  );
}, 120_000);
