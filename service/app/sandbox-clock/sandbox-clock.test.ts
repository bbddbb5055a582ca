import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { maxAheadSeconds } from "#contract/api/sandbox-clock";
import { verifyWebhook } from "#contract/events/verify-webhook";
import { createReceiver, type Receiver } from "../../events/testing/receiver.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { type StandInSandbox, startStandInSandbox } from "./testing/stand-in-sandbox.ts";

const daySeconds = 86_400;
const dayMs = daySeconds * 1_000;

let sandbox: StandInSandbox;
let t: TestService;
let receiver: Receiver;
let secret: string;
beforeAll(async () => {
  sandbox = await startStandInSandbox();
  t = await createTestService({
    env: { SANDBOX_URL: sandbox.url, SANDBOX_CLOCK_OPERATORS: "all" },
  });
  receiver = await createReceiver();
  const endpoint = await t.call("POST", "/v1/operators/webhooks", { body: { url: receiver.url } });
  secret = endpoint.json().secretKey;
  await t.service.start();
});
afterEach(() => {
  sandbox.isDown = false;
});
afterAll(async () => {
  await t.close();
  await receiver.close();
  await sandbox.close();
});

let serial = 0;
async function newIntent(): Promise<{ paymentIntentId: string }> {
  serial += 1;
  const externalCustomerId = `clock-${serial}`;
  await t.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `clock${serial}@example.com` } },
  });
  const response = await t.call("POST", "/v1/payment-intents", {
    body: {
      externalPaymentIntentId: `clock-${serial}`,
      externalCustomerId,
      amount: 10,
      currency: "USD",
    },
  });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const move = (body: object, headers: Record<string, string> = {}) =>
  t.call("POST", "/v1/sandbox/clock", { body, headers });
const read = async () => (await t.call("GET", "/v1/sandbox/clock")).json();
const codeOf = (response: { json(): { errorCode: string } }) => response.json().errorCode;

test("a move returns once everything due has run: the intent has expired and its webhook has arrived", async () => {
  const { paymentIntentId } = await newIntent();
  const before = await read();
  const response = await move({ advance: 3 * daySeconds });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    settled: true,
    offsetSeconds: before.offsetSeconds + 3 * daySeconds,
    machineTime: new Date(t.clock.nowMs()).toISOString(),
  });
  expect(Date.parse(response.json().time) - Date.parse(before.time)).toBe(3 * dayMs);
  const status = await t.call("GET", `/v1/payment-intents/${paymentIntentId}/status`);
  expect(status.json().status).toBe("expired");
  const received = receiver.received.filter(({ body }) => body.includes(paymentIntentId));
  expect(received.map(({ event }) => event.status)).toEqual(["created", "expired"]);
  expect(sandbox.offsetMs).toBe(response.json().offsetSeconds * 1_000);
});

test("later events have the new time", async () => {
  const { paymentIntentId } = await newIntent();
  const status = await t.call("GET", `/v1/payment-intents/${paymentIntentId}/status`);
  expect(status.json().createdAt).toBe((await read()).time);
});

test("a webhook is signed at the machine's time, so the endpoint's replay window accepts it", async () => {
  await move({ advance: 2 * daySeconds });
  const { paymentIntentId } = await newIntent();
  await expect
    .poll(() => receiver.received.some(({ body }) => body.includes(paymentIntentId)))
    .toBe(true);
  for (const { body, headers } of receiver.received) {
    const verified = await verifyWebhook({ body, headers, secret, now: () => t.clock.nowMs() });
    expect(verified.eventId).toBeTruthy();
  }
});

test("moves to a given time; refuses an earlier time, a time with an advance, and one too far ahead", async () => {
  const { time } = await read();
  const to = new Date(Date.parse(time) + 5_000).toISOString();
  expect((await move({ to })).json()).toMatchObject({ time: to, settled: true });
  expect(codeOf(await move({ to: time }))).toBe("sandbox_clock_backwards");
  expect(codeOf(await move({}))).toBe("validation_failed");
  expect(codeOf(await move({ to, advance: 1 }))).toBe("validation_failed");
  for (const advance of [0, -1, 1.5, 401 * daySeconds, "1"])
    expect(codeOf(await move({ advance }))).toBe("validation_failed");
  const tooFar = new Date(t.clock.nowMs() + (maxAheadSeconds + 1) * 1_000).toISOString();
  expect(codeOf(await move({ to: tooFar }))).toBe("sandbox_clock_too_far");
  expect((await read()).time).toBe(to);
});

test("a repeated request with the same key does not move the clock again", async () => {
  const before = await read();
  const headers = { "idempotency-key": "one-day" };
  const first = await move({ advance: daySeconds }, headers);
  const second = await move({ advance: daySeconds }, headers);
  expect(second.json()).toEqual(first.json());
  expect((await read()).offsetSeconds).toBe(before.offsetSeconds + daySeconds);
});

test("calls at the same time add up", async () => {
  const before = await read();
  const responses = await Promise.all([1, 2, 3].map(() => move({ advance: 60 })));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await read()).offsetSeconds).toBe(before.offsetSeconds + 180);
});

test("sessions, limits and keys keep the machine's time", async () => {
  const listed = (await t.call("GET", "/v1/operators/webhooks")).json().data[0];
  const words = ["rotate-secret", t.operator.operatorId, listed.webhookId] as const;
  expect((await t.command("webhooks", ...words)).exitCode).toBe(0);
  const rolled = await t.command("api-keys", "create", t.operator.operatorId);
  const oldKey = /sk_sandbox_[\w-]{43}/.exec(rolled.text)?.[0] ?? "";
  const { text } = await t.command("api-keys", "list", t.operator.operatorId);
  const line = text.split("\n").find((each) => each.includes(oldKey.slice(-4)));
  const keyId = /key_\w{24}/.exec(line ?? "")?.[0] ?? "";
  expect((await t.command("api-keys", "roll", t.operator.operatorId, keyId)).exitCode).toBe(0);
  await move({ advance: 30 * daySeconds });
  const { paymentIntentId } = await newIntent();
  const found = () => receiver.received.find(({ body }) => body.includes(paymentIntentId));
  await expect.poll(() => found() !== undefined).toBe(true);
  const delivery = found();
  // The replaced secret is valid for a day of the machine's clock.
  const { body = "", headers = {} } = delivery ?? {};
  const verified = await verifyWebhook({ body, headers, secret, now: () => t.clock.nowMs() });
  expect(verified.eventId).toBeTruthy();
  // The replaced key, too, is valid for a day of the machine's clock.
  expect((await t.call("GET", "/v1/sandbox/clock", { token: oldKey })).statusCode).toBe(200);
});

test("if the sandbox does not respond, the move is unsettled; the sandbox catches up when it is back", async () => {
  sandbox.isDown = true;
  const response = await move({ advance: 60 });
  expect(response.json().settled).toBe(false);
  sandbox.isDown = false;
  await expect.poll(() => sandbox.offsetMs).toBe(response.json().offsetSeconds * 1_000);
});

test("follows the sandbox's own button, and ignores an offset beyond all limits", async () => {
  sandbox.offsetMs += dayMs;
  await expect.poll(async () => (await read()).offsetSeconds * 1_000).toBe(sandbox.offsetMs);
  const before = await read();
  sandbox.offsetMs = 2 * maxAheadSeconds * 1_000;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await read()).offsetSeconds).toBe(before.offsetSeconds);
  sandbox.offsetMs = before.offsetSeconds * 1_000;
});

test("a restricted key can read the clock with the scope read, and never moves it", async () => {
  const result = await t.command("api-keys", "create", t.operator.operatorId, "--scopes", "read");
  const token = /sk_sandbox_[\w-]{43}/.exec(result.text)?.[0] ?? "";
  const response = await t.call("POST", "/v1/sandbox/clock", { token, body: { advance: 60 } });
  expect(codeOf(response)).toBe("scope_missing");
  expect((await t.call("GET", "/v1/sandbox/clock", { token })).statusCode).toBe(200);
});
