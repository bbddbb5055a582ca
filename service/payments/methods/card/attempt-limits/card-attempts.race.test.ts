/** PostgreSQL only: the embedded store runs one statement at a time. */
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Tables } from "../../../../platform/database/tables.ts";
import type { TestService } from "../../../../testing/create-test-service.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  openSecondProcess,
  type PaymentWorld,
} from "../../../testing/payment-world.ts";

import {
  type AttemptLimit,
  countAttempt,
  deleteOldCounts,
  uncountAttempt,
  windowMs,
} from "./count-attempts.ts";

let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld({
    settings: { cardAttemptsPerCustomer: 20, cardAttemptsPerAddress: 30 },
  });
  second = await openSecondProcess(world);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

let serial = 0;
async function newIntents(customer: string, count: number): Promise<CreatedPaymentIntent[]> {
  await world.call("POST", "/v1/customers", {
    body: { externalCustomerId: customer, data: { email: `${customer}@example.com` } },
  });
  const intents: CreatedPaymentIntent[] = [];
  for (let index = 0; index < count; index += 1) {
    serial += 1;
    intents.push(
      await world.createIntent({
        externalPaymentIntentId: `race-${serial}`,
        externalCustomerId: customer,
      }),
    );
  }
  return intents;
}
/** Pays all intents at once, alternating between the two services. */
async function payAtOnce(intents: readonly CreatedPaymentIntent[]): Promise<number[]> {
  const responses = await Promise.all(
    intents.map((intent, index) =>
      (index % 2 === 0 ? world : second).callAsClient(
        "POST",
        "/v1/client/payments",
        intent.clientSecretKey,
        {
          publishableKey: world.operator.publishableKey,
          body: { type: "card", card: goodCard, total: intent.amount, browser },
        },
      ),
    ),
  );
  return responses.map(({ statusCode }) => statusCode);
}
const countOf = (codes: readonly number[], code: number) =>
  codes.filter((each) => each === code).length;

test("exactly twenty of one customer's concurrent attempts at two services are made", async () => {
  const codes = await payAtOnce(await newIntents("racer", 36));
  expect([countOf(codes, 201), countOf(codes, 429)]).toEqual([20, 16]);
});

test("at most thirty concurrent attempts of many customers from one address are made", async () => {
  // The previous test used twenty of the address's thirty attempts.
  const intents = [...(await newIntents("racer-a", 12)), ...(await newIntents("racer-b", 12))];
  const codes = await payAtOnce(intents);
  expect([countOf(codes, 201), countOf(codes, 429)]).toEqual([10, 14]);
});

/** Counts an attempt under two new limits. */
async function countedAttempt(name: string) {
  const { operatorId } = world.operator;
  const attempt = { operatorId, paymentId: `pay_${name}`, atMs: world.clock.nowMs() };
  const limits: AttemptLimit[] = (["customer", "address"] as const).map((kind) => ({
    kind,
    subject: `${name}-${kind}`,
    most: 5,
  }));
  await countAttempt(world.service.deps.database.kysely, attempt, limits);
  return { attempt, limits };
}

/** Locks one counter, starts `other` at the second service, and then locks the other counter. */
async function lockAround(
  [first, last]: readonly string[],
  other: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  let running: Promise<void> | undefined;
  await world.service.deps.database.kysely.transaction().execute(async (tx) => {
    const lock = (subject: string | undefined) =>
      sql`select from card_attempt_counts where subject = ${subject} for update`.execute(tx);
    await lock(first);
    running = other(second.service.deps.database.kysely);
    await pause(200);
    await lock(last);
  });
  await running;
}

const attemptsOf = async (name: string) =>
  (
    await world.service.deps.database.kysely
      .selectFrom("card_attempt_counts")
      .select("attempts")
      .where("subject", "like", `${name}-%`)
      .execute()
  ).map(({ attempts }) => attempts.length);

test.each(["customer", "address"])(
  "uncounting an attempt does not deadlock with a process that locks the %s's counter first",
  async (first) => {
    const name = `uncount-${first}`;
    const { attempt, limits } = await countedAttempt(name);
    const subjects = limits.map(({ subject }) => subject);
    const order = first === "customer" ? subjects : subjects.toReversed();
    await lockAround(order, (db) => uncountAttempt(db, attempt, limits));
    expect(await attemptsOf(name)).toEqual([0, 0]);
  },
);

test.each(["customer", "address"])(
  "deleting old counters does not deadlock with a process that locks the %s's counter first",
  async (first) => {
    const name = `delete-${first}`;
    const { attempt, limits } = await countedAttempt(name);
    const subjects = limits.map(({ subject }) => subject);
    const order = first === "customer" ? subjects : subjects.toReversed();
    const laterMs = attempt.atMs + 2 * windowMs;
    await lockAround(order, (db) => deleteOldCounts(db, laterMs));
    await deleteOldCounts(second.service.deps.database.kysely, laterMs);
    expect(await attemptsOf(name)).toEqual([]);
  },
);
