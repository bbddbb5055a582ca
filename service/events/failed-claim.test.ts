import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetrics } from "../platform/metrics.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createDeliveryJob } from "./delivery-job.ts";
import { dueOperators } from "./delivery-statements.ts";
import type { DeliverySender } from "./send-delivery.ts";
import { createReceiver, type Receiver } from "./testing/receiver.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await createTestService();
  receiver = await createReceiver();
  await service.call("POST", "/v1/operators/webhooks", { body: { url: receiver.url } });
});
afterAll(() => Promise.all([service.close(), receiver.close()]));

test("a try that was in progress when a claim failed is canceled at shutdown", async () => {
  const { deps } = service.service;
  let failedClaims = 0;
  let isFailing = false;
  const run: typeof deps.database.run = (statement, values) => {
    if (!isFailing || statement !== dueOperators) return deps.database.run(statement, values);
    failedClaims += 1;
    return Promise.reject(new Error("the claim failed"));
  };
  let tries = 0;
  const sender: DeliverySender = {
    send(_delivery, signal) {
      tries += 1;
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve({ kind: "canceled" })),
      );
    },
    close: async () => undefined,
  };
  const database = { ...deps.database, run };
  const job = createDeliveryJob({ ...deps, metrics: createMetrics(), database, sender });
  const { eventId } = await recordPaymentEvent(service, "pi_cut_off", 1);
  const stop = new AbortController();
  // As the runner does, with a round after each failed one.
  const rounds = (async () => {
    while (!stop.signal.aborted) await job.run(stop.signal).catch(() => undefined);
  })();
  await expect.poll(() => tries).toBe(1);
  isFailing = true;
  job.wake();
  await expect.poll(() => failedClaims, { timeout: 5_000 }).toBeGreaterThan(0);
  isFailing = false;
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  stop.abort();
  await rounds;
  const { operatorId } = service.operator;
  await service.runJob("webhooks.deliver");
  expect(receiver.received.map(({ event }) => event.eventId)).toEqual([eventId]);
  const [delivery] = await deps.webhooks.listDeliveries(operatorId, {});
  expect(delivery).toMatchObject({ status: "delivered", attempts: 1 });
}, 20_000);
