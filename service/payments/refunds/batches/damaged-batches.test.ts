import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";
import { runBatchRound } from "../../testing/run-batches.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** A running batch, written as the console would write it. */
async function insertBatch(operatorId: string, id: string, intents: CreatedPaymentIntent[]) {
  const { kysely } = world.service.deps.database;
  const payments = await kysely
    .selectFrom("payments")
    .selectAll()
    .where(
      "payment_intent_id",
      "in",
      intents.map(({ paymentIntentId }) => paymentIntentId),
    )
    .execute();
  const key = { operator_id: operatorId, refund_batch_id: id };
  const now = new Date(world.clock.nowMs());
  await kysely
    .insertInto("refund_batches")
    .values({
      ...key,
      state: "running",
      reason: "other",
      note_sealed: null,
      requested_by: JSON.stringify({ kind: "staff", staffId: "stf_1" }),
      approval: null,
      decided_by: null,
      version: 1,
      lease_until: null,
      served_at: now,
      created_at: now,
      updated_at: now,
      finished_at: null,
    })
    .execute();
  await kysely
    .insertInto("refund_batch_items")
    .values(
      payments.map((payment, at) => ({
        ...key,
        position: at + 1,
        payment_intent_id: payment.payment_intent_id,
        payment_id: payment.payment_id,
        processor: payment.processor,
        currency: "USD",
        base_minor: payment.total_minor,
        total_minor: payment.total_minor,
        seen_returned_minor: 0,
        state: "waiting" as const,
        tries: 1,
        refund_id: null,
        failure_code: null,
      })),
    )
    .execute();
}

test("batches whose operators' keys are unavailable do not delay other batches or fill the log", async () => {
  const intents: CreatedPaymentIntent[] = [];
  for (let count = 0; count < 12; count += 1) {
    const intent = await world.createIntent();
    await world.pay(intent);
    intents.push(intent);
  }
  const damaged = new Set<string>();
  for (let count = 0; count < 20; count += 1) {
    const { operatorId } = await world.createOperator();
    damaged.add(operatorId);
    await insertBatch(operatorId, `rfb_damaged_${count}`, intents.slice(0, 1));
  }
  world.clock.advance(1_000);
  await insertBatch(world.operator.operatorId, "rfb_sound", intents);
  const { keyring, database } = world.service.deps;
  const load = keyring.load.bind(keyring);
  vi.spyOn(keyring, "load").mockImplementation(async (id) => {
    if (damaged.has(id)) throw new Error("its keys do not open");
    await load(id);
  });
  const runFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await runBatchRound(world);
      world.clock.advance(1_000);
    }
  };

  await runFor(7);
  const requested = await database.kysely
    .selectFrom("refund_batch_items")
    .select("position")
    .where("refund_batch_id", "=", "rfb_sound")
    .where("state", "=", "requested")
    .execute();
  expect(requested).toHaveLength(12);
  await runFor(120);
  const lines = world.logLines.filter((line) => line.includes("batch could not be worked on"));
  expect(lines).toHaveLength(20);

  // Once the keys are available again, the batches continue.
  vi.restoreAllMocks();
  world.clock.advance(60_000);
  await runFor(10);
  const waiting = await database.kysely
    .selectFrom("refund_batch_items")
    .select("refund_batch_id")
    .where("state", "=", "waiting")
    .execute();
  expect(waiting).toEqual([]);
});
