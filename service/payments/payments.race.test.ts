/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createTestClock } from "../testing/test-clock.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import {
  browser,
  createPaymentWorld,
  generousTimes,
  goodCard,
  openSecondProcess,
  type PaymentWorld,
} from "./testing/payment-world.ts";
import {
  aResFor,
  decoded,
  enrol,
  issuerChallengeOf,
  postResults,
} from "./testing/three-ds-parties.ts";

const challengedCard = { number: "4000002760003184" };
let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
  second = await openSecondProcess(world);
  enrol(world, challengedCard.number, { method: false });
  world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

function payAt(service: TestService, intent: CreatedPaymentIntent, key?: string) {
  return service.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    publishableKey: world.operator.publishableKey,
    headers: key ? { "idempotency-key": key } : {},
    body: { type: "card", card: goodCard, total: intent.amount, browser },
  });
}

function chargesOf(paymentIds: readonly string[]): number {
  const keys = [...world.parties.northbank.charges.keys()];
  return keys.filter((key) => paymentIds.some((id) => key.startsWith(id))).length;
}

async function attemptsOf(intent: CreatedPaymentIntent): Promise<string[]> {
  const rows = await world.service.deps.database.kysely
    .selectFrom("payments")
    .select("payment_id")
    .where("payment_intent_id", "=", intent.paymentIntentId)
    .execute();
  return rows.map((row) => row.payment_id);
}

test("many submissions at once, at two services, are charged once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const intent = await world.createIntent();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => payAt(index % 2 ? second : world, intent)),
    );
    const codes = responses.map((response) => response.statusCode).sort();
    // As text, because the message of a failure shortens lists.
    expect(codes.join(" ")).toBe("201 409 409 409 409 409 409 409");
    const attempts = await attemptsOf(intent);
    expect(attempts).toHaveLength(1);
    expect(chargesOf(attempts)).toBe(1);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  }
});

test("many submissions at once are rejected by the first processor and charged at the next, once", async () => {
  const { northbank, quayside } = world.parties;
  for (let round = 0; round < 5; round += 1) {
    northbank.next({
      becomes: "nothing",
      response: { status: 422, body: { error: { code: "not_taken", message: "no" } } },
    });
    const intent = await world.createIntent();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => payAt(index % 2 ? second : world, intent)),
    );
    expect(responses.filter((response) => response.statusCode === 201)).toHaveLength(1);
    const [attempt = "", ...others] = await attemptsOf(intent);
    expect(others).toEqual([]);
    expect(chargesOf([attempt])).toBe(0);
    expect([...quayside.charges.keys()].filter((key) => key.startsWith(attempt))).toHaveLength(1);
    expect(quayside.calls.filter(({ key }) => key.startsWith(attempt))).toHaveLength(1);
    expect(await world.statusOf(intent)).toMatchObject({
      status: "success",
      payments: [{ processor: "quayside" }],
    });
  }
});

test("one submission sent to both services under one key is charged once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const intent = await world.createIntent();
    const key = `both-${round}`;
    const responses = await Promise.all([payAt(world, intent, key), payAt(second, intent, key)]);
    expect(responses.filter((response) => response.statusCode === 201).length).toBeGreaterThan(0);
    for (const response of responses) {
      if (response.statusCode !== 201)
        expect(response.json().errorCode).toBe("idempotency_key_in_use");
    }
    expect(chargesOf(await attemptsOf(intent))).toBe(1);
    const [replayed] = await Promise.all([payAt(second, intent, key)]);
    expect(replayed.headers["idempotent-replayed"]).toBe("true");
  }
});

test("a finished challenge that returns to both services is charged once", async () => {
  const intent = await world.createIntent();
  const response = await world.pay(intent, { card: challengedCard });
  const action = issuerChallengeOf(response.body);
  const { threeDSServerTransID = "" } = decoded(action.creq);
  await Promise.all([
    postResults(world, { threeDSServerTransID }),
    postResults(world, { threeDSServerTransID }),
  ]);
  const continueAt = (service: TestService) =>
    service.callAsClient(
      "POST",
      `/v1/client/payments/${response.body.paymentId}/continue`,
      intent.clientSecretKey,
      {
        publishableKey: world.operator.publishableKey,
        body: { after: "challenge", outcome: "completed", cvc: "123" },
      },
    );
  await Promise.all([continueAt(world), continueAt(second), continueAt(world), continueAt(second)]);
  expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
  expect(chargesOf([response.body.paymentId])).toBe(1);
  const calls = world.parties.northbank.calls.filter(({ key }) =>
    key.startsWith(response.body.paymentId),
  );
  expect(calls).toHaveLength(1);
});

test("a payment that one service started can be canceled at the other", async () => {
  const intent = await world.createIntent();
  const response = await world.pay(intent, { card: challengedCard });
  const canceled = await second.callAsClient(
    "POST",
    `/v1/client/payments/${response.body.paymentId}/continue`,
    intent.clientSecretKey,
    {
      publishableKey: world.operator.publishableKey,
      body: { after: "challenge", outcome: "canceled" },
    },
  );
  expect(canceled.json()).toMatchObject({ status: "failed" });
  // The first service remembers the older intent. It can start another attempt, but not two.
  const repeat = await world.pay(intent);
  expect(repeat.body.status).toBe("success");
});

test("both services' jobs expire an intent once and recover an attempt once", async () => {
  const unpaid = await Promise.all(Array.from({ length: 6 }, () => world.createIntent()));
  world.parties.northbank.next({ response: { status: 500, body: {} } });
  world.parties.northbank.lookUps = { status: 500 };
  const open = await world.createIntent();
  expect((await world.pay(open)).body.status).toBe("pending");
  world.parties.northbank.lookUps = null;

  world.clock.advance(2 * 60 * 60_000);
  await Promise.all(
    [world, second].flatMap((service) => [
      service.runJob("payments.expire"),
      service.runJob("payments.recover"),
    ]),
  );
  await Promise.all([world.runJob("payments.expire"), second.runJob("payments.expire")]);
  for (const intent of unpaid) {
    expect(await world.eventsOf(intent)).toEqual(["created", "expired"]);
  }
  expect(await world.eventsOf(open)).toEqual(["created", "pending", "success"]);
});

test("an intent that one service has expired can't be paid at another with a slow clock", async () => {
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const intent = await world.createIntent();
  const behind = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: createTestClock(world.clock.nowMs()),
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
  world.clock.advance(2 * 60 * 60_000);
  await world.runJob("payments.expire");
  const response = await payAt(behind, intent);
  const path = `/v1/payment-intents/${intent.paymentIntentId}/status`;
  const shown = await behind.call("GET", path, { token: world.operator.secretKey });
  await behind.close();
  expect(shown.json()).toMatchObject({ status: "expired", payments: [] });
  expect(response.json()).toMatchObject({ errorCode: "payment_intent_expired" });
  expect(await world.eventsOf(intent)).toEqual(["created", "expired"]);
});

test("many intents with one external id at once create one intent", async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? second : world).call("POST", "/v1/payment-intents", {
        token: world.operator.secretKey,
        body: {
          externalPaymentIntentId: "at-once",
          amount: 5,
          currency: "USD",
          externalCustomerId: "ada",
        },
      }),
    ),
  );
  const refused = responses.filter((response) => response.statusCode !== 201);
  expect(refused).toHaveLength(11);
  for (const response of refused) {
    expect(response.json().errorCode).toBe("duplicate_external_payment_intent_id");
  }
});

/** A payment that hangs at the processor, as if its process had died. Its lease has run out. */
async function cutOff(key: string, becomes: "approved" | "nothing" | { declined: string }) {
  const { northbank } = world.parties;
  northbank.next({ becomes, response: "hang" });
  const intent = await world.createIntent();
  const calls = northbank.calls.length;
  const dead = payAt(world, intent, key);
  await expect.poll(() => northbank.calls.length, { timeout: 15_000 }).toBe(calls + 1);
  world.clock.advance(5 * 60_000);
  return { intent, dead };
}

/** Counts approved charges that were not reversed. */
function approvedChargesOf(paymentId: string): number {
  const { charges, reversals } = world.parties.northbank;
  return [...charges].filter(
    ([key, { status, chargeId }]) =>
      key.startsWith(paymentId) &&
      status === "approved" &&
      !reversals.some((reversal) => reversal.chargeId === chargeId),
  ).length;
}

test.each([
  ["succeeded", "approved", { status: "success" }],
  ["declined", { declined: "insufficient_funds" }, { messages: [{ code: "insufficient_funds" }] }],
  ["not found", "nothing", { messages: [{ code: "processing_interrupted" }] }],
] as const)(
  "repeating a submission during the recovery of its dead process (%s) gives one attempt and one response",
  async (_outcome, becomes, end) => {
    for (let round = 0; round < 5; round += 1) {
      const key = `dead-${JSON.stringify(becomes)}-${round}`;
      const { intent, dead } = await cutOff(key, becomes);
      const repeats = () =>
        Promise.all(
          Array.from({ length: 6 }, (_, index) => payAt(index % 2 ? second : world, intent, key)),
        );
      const [early, mixed, late] = await Promise.all([
        repeats(),
        world.runJob("payments.recover").then(repeats),
        second.runJob("payments.recover").then(repeats),
      ]);
      const settled = await repeats();
      const [attempt, ...others] = await attemptsOf(intent);
      expect(others).toEqual([]);
      for (const response of [...early, ...mixed, ...late, ...settled]) {
        expect([response.statusCode, response.json().paymentId]).toEqual([201, attempt]);
      }
      expect(new Set(settled.map(({ body }) => body)).size).toBe(1);
      expect(settled[0]?.json()).toMatchObject(end);
      // Every final response equals the one stored for the key.
      const ends = [...early, ...mixed, ...late].filter(
        (response) => response.json().status !== "pending",
      );
      for (const end of ends) expect(end.body).toBe(settled[0]?.body);
      // The process was only slow. Its late response changes nothing.
      world.parties.release();
      expect((await dead).json().status).toBe(settled[0]?.json().status);
      expect(approvedChargesOf(attempt ?? "")).toBe(becomes === "approved" ? 1 : 0);
      expect((await payAt(second, intent, key)).body).toBe(settled[0]?.body);
    }
  },
);
