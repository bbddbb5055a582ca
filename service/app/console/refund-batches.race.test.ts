/** PostgreSQL only: the embedded store runs one statement at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { RefundBatch } from "#contract/console/refund-batches";
import { changeOperator } from "../../operators/accounts/index.ts";
import {
  createPaymentWorld,
  generousTimes,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import { runBatchRound } from "../../payments/testing/run-batches.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { newId } from "../../platform/randomness.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import {
  beginBatch,
  chosen,
  confirmBatch,
  previewBatch,
  readBatch,
} from "./testing/batch-steps.ts";
import { addStaff, logIn, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
/** Another process on the same database. */
let second: TestService;
let here: TestStaff;
let there: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
  here = await addStaff(world, "admin");
  const other = await addStaff(world, "admin");
  there = { ...other, browser: await logIn(second, other) };
});
afterAll(async () => {
  await second.close();
  await world.close();
});

async function paidMany(count: number): Promise<CreatedPaymentIntent[]> {
  const intents = [];
  // This stays below the rate limit of staff calls.
  world.clock.advance(60_000);
  for (let index = 0; index < count; index += 1) {
    const intent = await world.createIntent({ amount: 20 });
    expect((await world.pay(intent)).body.status).toBe("success");
    intents.push(intent);
  }
  return intents;
}

/** Runs both services' jobs at once, as if each had found the other's lease expired. */
async function bothRounds(): Promise<void> {
  const { kysely } = world.service.deps.database;
  const free = () => kysely.updateTable("refund_batches").set({ lease_until: null }).execute();
  const first = runBatchRound(world);
  await free();
  const rounds = [first, runBatchRound(second)];
  await free();
  await Promise.all([...rounds, runBatchRound(world)]);
}

async function workAtBoth(batch: RefundBatch): Promise<RefundBatch> {
  for (let round = 0; round < 400; round += 1) {
    world.clock.advance(1_000);
    await bothRounds();
    await Promise.all([runRefunds(world), runRefunds(second)]);
    const latest = await readBatch(here, batch);
    if (latest.state !== "running" && latest.counts.pending === 0) return latest;
  }
  throw new Error("the batch does not end");
}

/** Refund requests that the processor received, per payment. */
async function sentFor(intents: readonly CreatedPaymentIntent[]): Promise<number[]> {
  const rows = await world.service.deps.database.kysely
    .selectFrom("refunds")
    .select(["refund_id", "payment_intent_id"])
    .where("operator_id", "=", world.operator.operatorId)
    .execute();
  const intentOf = new Map(rows.map((row) => [row.refund_id, row.payment_intent_id]));
  const counts = new Map(intents.map(({ paymentIntentId }) => [paymentIntentId, 0]));
  for (const { key } of world.parties.northbank.refunds.calls) {
    const id = intentOf.get(key);
    if (id !== undefined && counts.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts.values()];
}
const once = (intents: readonly unknown[]) => intents.map(() => 1);

test("two services that work on one batch at once refund each payment once", async () => {
  const intents = await paidMany(24);
  const done = await workAtBoth(await beginBatch(here, intents));
  expect(done).toMatchObject({ state: "done", counts: { total: 24, success: 24, failed: 0 } });
  expect(await sentFor(intents)).toEqual(once(intents));
});

test("only one of several concurrent confirmations makes a batch", async () => {
  const intents = await paidMany(3);
  const selection = chosen(intents);
  const seen = await previewBatch(here, selection);
  const responses = await Promise.all(
    [here, there, here, there].map((by) => confirmBatch(by, selection, seen)),
  );
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
  const response = responses.find(({ statusCode }) => statusCode === 201);
  await workAtBoth((response as (typeof responses)[number]).json());
  expect(await sentFor(intents)).toEqual(once(intents));
});

test("payments that the operator's server refunds in the meantime are refunded once", async () => {
  const intents = await paidMany(10);
  const batch = await beginBatch(here, intents);
  const [responses] = await Promise.all([
    Promise.all(
      intents.map(({ paymentIntentId }) =>
        second.call("POST", `/v1/payment-intents/${paymentIntentId}/refunds`, {
          token: world.operator.secretKey,
          body: { externalRefundId: `server-${paymentIntentId}` },
        }),
      ),
    ),
    bothRounds(),
  ]);
  const done = await workAtBoth(batch);
  const byServer = responses.filter(({ statusCode }) => statusCode === 201).length;
  expect(done.counts).toMatchObject({ success: 10 - byServer, failed: byServer });
  expect(await sentFor(intents)).toEqual(once(intents));
});

test("no refund of a batch starts after the response to a stop", async () => {
  for (let round = 0; round < 4; round += 1) {
    const batch = await beginBatch(here, await paidMany(12));
    const begun = async () =>
      (
        await world.service.deps.database.kysely
          .selectFrom("refunds")
          .select("refund_id")
          .where("operator_id", "=", world.operator.operatorId)
          .where("refund_batch_id", "=", batch.refundBatchId)
          .execute()
      ).length;
    const working = [runBatchRound(world), bothRounds()];
    const response = await there.browser.call(
      "POST",
      `/refund-batches/${batch.refundBatchId}/stop`,
    );
    const atStop = await begun();
    await Promise.all(working);
    expect([response.statusCode, await begun()]).toEqual([200, atStop]);
    const stopped = await workAtBoth(batch);
    expect(stopped).toMatchObject({
      state: "stopped",
      counts: { success: atStop, notBegun: 12 - atStop, waiting: 0 },
    });
  }
});

test("a batch is approved or stopped, never both", async () => {
  const { deps } = world.service;
  const settings = { refundApprovalAboveMinor: { USD: 1_000 } };
  await changeOperator(deps, world.operator.operatorId, { settings });
  try {
    for (let round = 0; round < 5; round += 1) {
      const intents = await paidMany(2);
      const batch = await beginBatch(here, intents);
      const path = `/refund-batches/${batch.refundBatchId}`;
      const [approved, stopped] = await Promise.all([
        there.browser.call("POST", `${path}/decision`, { approve: true, version: batch.version }),
        here.browser.call("POST", `${path}/stop`),
      ]);
      // A later stop affects only refunds that have not begun.
      expect(stopped.statusCode).toBe(200);
      expect([200, 409]).toContain(approved.statusCode);
      const ended = await workAtBoth(batch);
      expect(ended.state).toBe("stopped");
      expect(ended.counts.waiting).toBe(0);
    }
  } finally {
    await changeOperator(deps, world.operator.operatorId, {
      settings: { refundApprovalAboveMinor: null },
    });
  }
});

test("a batch of 1,000 payments begins in small rounds, and the rest can be stopped", async () => {
  const intents = await copies((await paidMany(1))[0] as CreatedPaymentIntent, 1_000);
  const batch = await beginBatch(here, intents);
  expect(batch).toMatchObject({
    counts: { total: 1_000, waiting: 1_000 },
    sums: [{ count: 1_000, amount: 20_000, total: 20_000 }],
  });
  for (let round = 0; round < 3; round += 1) {
    await bothRounds();
    await Promise.all([runRefunds(world), runRefunds(second)]);
  }
  const stopped = await there.browser.ok("POST", `/refund-batches/${batch.refundBatchId}/stop`);
  const { success, pending, notBegun } = stopped.counts;
  expect(success + pending + notBegun).toBe(1_000);
  expect(success + pending).toBeGreaterThan(10);
  expect(success + pending).toBeLessThan(200);
  const rows = await world.service.deps.database.kysely
    .selectFrom("refunds")
    .select("payment_id")
    .where("operator_id", "=", world.operator.operatorId)
    .where("refund_batch_id", "=", batch.refundBatchId)
    .execute();
  expect(rows).toHaveLength(success + pending);
  expect(new Set(rows.map((row) => row.payment_id)).size).toBe(rows.length);
});

/** Copies a paid intent, because 1,000 payments would take too long. */
async function copies(
  { paymentIntentId }: CreatedPaymentIntent,
  count: number,
): Promise<CreatedPaymentIntent[]> {
  const { deps } = world.service;
  const { kysely } = deps.database;
  const [intent, payment] = await Promise.all([
    kysely
      .selectFrom("payment_intents")
      .selectAll()
      .where("payment_intent_id", "=", paymentIntentId)
      .executeTakeFirstOrThrow(),
    kysely
      .selectFrom("payments")
      .selectAll()
      .where("payment_intent_id", "=", paymentIntentId)
      .executeTakeFirstOrThrow(),
  ]);
  const ids = Array.from({ length: count }, () => ({
    paymentIntentId: newId(deps, "paymentIntent"),
    paymentId: newId(deps, "payment"),
  }));
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await kysely
    .insertInto("payment_intents")
    .values(
      ids.map((id) => ({
        ...intent,
        payment_intent_id: id.paymentIntentId,
        external_payment_intent_id: id.paymentIntentId,
        secret_hash: id.paymentIntentId,
        custom_data: JSON.stringify(intent.custom_data),
        payment_method_types: JSON.stringify(intent.payment_method_types),
      })),
    )
    .execute();
  for (let at = 0; at < count; at += 250) {
    await kysely
      .insertInto("payments")
      .values(
        ids.slice(at, at + 250).map((id) => ({
          ...payment,
          payment_id: id.paymentId,
          payment_intent_id: id.paymentIntentId,
          charge_id: `ch-${id.paymentId}-1`,
          price_detail: JSON.stringify(payment.price_detail),
          messages: JSON.stringify(payment.messages),
          payment_method: json(payment.payment_method),
          detail: JSON.stringify(payment.detail),
          three_ds: json(payment.three_ds),
          routing: json(payment.routing),
        })) as never,
      )
      .execute();
  }
  return ids as unknown as CreatedPaymentIntent[];
}
