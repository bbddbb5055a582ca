import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Webhook } from "#contract/api/webhooks";
import { ApiError } from "../platform/http/api-error.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { damageValues } from "../testing/damage-values.ts";
import { whileKeysClosed } from "../testing/while-keys-closed.ts";
import { readDelivery } from "./search-deliveries.ts";
import { createReceiver, type Receiver } from "./testing/receiver.ts";
import { recordPaymentEvent } from "./testing/record-payment-event.ts";

let t: TestService;
let receiver: Receiver;
beforeAll(async () => {
  t = await createTestService();
  receiver = await createReceiver();
});
afterAll(async () => {
  await t.close();
  await receiver.close();
});

const run = () => t.runJob("webhooks.deliver");
const sequences = () => receiver.received.map(({ event }) => event.sequence);

test("a damaged secret is replaced by a rotation, and a damaged previous one does not matter", async () => {
  const { operatorId } = t.operator;
  const { webhooks } = t.service.deps;
  const body = { url: receiver.url };
  const { webhookId } = (await t.call("POST", "/v1/operators/webhooks", { body })).json<Webhook>();
  await recordPaymentEvent(t, "pi_damaged_secret", 1);
  await damageValues(t, "webhook_endpoints", "secret_sealed");
  for (let tries = 0; tries < 3; tries += 1) {
    await run();
    t.clock.advance(5 * 60_000);
  }
  const lines = t.logLines.filter((line) => line.includes("could not be prepared"));
  expect([lines.length, receiver.received.length]).toEqual([1, 0]);
  expect(await webhooks.rotateSecret(operatorId, webhookId)).toMatch(/^whsec_/);
  await run();
  expect(sequences()).toEqual([1]);

  await webhooks.rotateSecret(operatorId, webhookId);
  await damageValues(t, "webhook_endpoints", "previous_secret_sealed");
  await recordPaymentEvent(t, "pi_damaged_secret", 2);
  await run();
  expect(sequences()).toEqual([1, 2]);
});

test("a try whose stored response is damaged is shown without it", async () => {
  const { operatorId } = t.operator;
  const failing = await createReceiver(() => ({ statusCode: 500, body: "oops" }));
  const body = { url: failing.url };
  const { webhookId } = (await t.call("POST", "/v1/operators/webhooks", { body })).json<Webhook>();
  const { eventId } = await recordPaymentEvent(t, "pi_damaged_response", 1);
  await run();
  const tries = () => t.service.deps.webhooks.listTries(operatorId, eventId, webhookId);
  expect(await tries()).toMatchObject([{ statusCode: 500, answer: "oops" }]);
  await damageValues(t, "webhook_attempts", "answer_sealed", { webhook_id: webhookId });
  expect(await tries()).toMatchObject([{ statusCode: 500, answer: null }]);
  await failing.close();
});

test("a delivery whose body is damaged is shown without it", async () => {
  const { operatorId } = t.operator;
  const body = { url: receiver.url };
  const { webhookId } = (await t.call("POST", "/v1/operators/webhooks", { body })).json<Webhook>();
  const { eventId } = await recordPaymentEvent(t, "pi_damaged_body", 1);
  await damageValues(t, "events", "body_sealed", { event_id: eventId });
  await run();
  expect(await readDelivery(t.service.deps, operatorId, eventId, webhookId)).toMatchObject({
    delivery: { eventId, attempts: 1 },
    tries: [{ failure: "internal" }],
    body: null,
  });
});

test("a delivery waits without a try while the operator's key is unavailable, and is sent afterwards", async () => {
  const { operatorId } = t.operator;
  const body = { url: receiver.url };
  const { webhookId } = (await t.call("POST", "/v1/operators/webhooks", { body })).json<Webhook>();
  const { eventId } = await recordPaymentEvent(t, "pi_key_away", 1);
  const read = async () => {
    const found = await t.service.deps.webhooks.listDeliveries(operatorId, {});
    return found.find((each) => each.eventId === eventId && each.webhookId === webhookId);
  };
  await whileKeysClosed(t, async () => {
    for (let rounds = 0; rounds < 9; rounds += 1) {
      await run();
      t.clock.advance(18 * 3_600_000);
    }
    expect(await read()).toMatchObject({ status: "pending", attempts: 0 });
  });
  await run();
  expect(await read()).toMatchObject({ status: "delivered", attempts: 1 });
});

test("a delivery whose key is unavailable for a week fails, and the next one follows", async () => {
  const { operatorId } = t.operator;
  const body = { url: receiver.url };
  const { webhookId } = (await t.call("POST", "/v1/operators/webhooks", { body })).json<Webhook>();
  const first = await recordPaymentEvent(t, "pi_key_gone", 1);
  t.clock.advance(7 * 24 * 3_600_000);
  const second = await recordPaymentEvent(t, "pi_key_gone", 2);
  const read = ({ eventId }: { eventId: string }) =>
    readDelivery(t.service.deps, operatorId, eventId, webhookId);
  await whileKeysClosed(t, async () => {
    await run();
    await run();
  });
  t.clock.advance(60_000);
  await run();
  expect(await read(first)).toMatchObject({
    delivery: { status: "dead", attempts: 1 },
    tries: [{ failure: "internal" }],
  });
  expect(await read(second)).toMatchObject({ delivery: { status: "delivered", attempts: 1 } });
});

test("an event whose response cannot be sealed is delivered once", async () => {
  const { operatorId } = t.operator;
  const { keyring } = t.service.deps;
  const body = { url: receiver.url };
  const { webhookId } = (await t.call("POST", "/v1/operators/webhooks", { body })).json<Webhook>();
  const { eventId } = await recordPaymentEvent(t, "pi_key_used_up", 1);
  const encrypt = keyring.encryptField;
  const sealing = vi.spyOn(keyring, "encryptField").mockImplementation((place, text) => {
    if (place.table === "webhook_attempts") throw new ApiError("service_unavailable");
    return encrypt(place, text);
  });
  await run();
  sealing.mockRestore();
  expect(await readDelivery(t.service.deps, operatorId, eventId, webhookId)).toMatchObject({
    delivery: { status: "delivered", attempts: 1 },
    tries: [{ statusCode: 200, answer: null }],
  });
});
