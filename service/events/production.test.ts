import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetrics } from "../platform/metrics.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { createReceiver, type Receiver } from "./testing/receiver.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";
import { createWebhooks } from "./webhooks.ts";

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await createTestService();
  receiver = await createReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

/** A production service on the same store. */
function createProductionWebhooks(resolve: ResolveHost) {
  const { deps } = service.service;
  const config = { ...deps.config, environment: "production" as const };
  return createWebhooks({ ...deps, config, metrics: createMetrics() }, resolve);
}

test.each([
  ["over http", () => receiver.url, "url_refused"],
  ["to a private address", () => "https://10.0.0.1/hook", "address_refused"],
  [
    "to a name that now resolves to this machine",
    () => `https://shop.example:${new URL(receiver.url).port}/hook`,
    "address_refused",
  ],
])("a delivery %s is not sent in production", async (_what, url, failure) => {
  const body = { url: url() };
  const { webhookId } = (await service.call("POST", "/v1/operators/webhooks", { body })).json();
  const webhooks = createProductionWebhooks(async () => [{ address: "127.0.0.1", family: 4 }]);
  const { eventId } = await recordPaymentEvent(service, `pi_${failure}_${webhookId}`, 1);
  await webhooks.jobs[0]?.run(AbortSignal.timeout(60_000));
  const tries = await webhooks.listTries(service.operator.operatorId, eventId, webhookId);
  expect(tries).toMatchObject([{ statusCode: null, failure, answer: null }]);
  expect(receiver.received).toHaveLength(0);
  await webhooks.close();
  await service.call("DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
});
