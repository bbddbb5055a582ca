import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";
import { insertBatch, runBatchRound } from "../../testing/run-batches.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

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
    await insertBatch(world, operatorId, `rfb_damaged_${count}`, intents.slice(0, 1));
  }
  world.clock.advance(1_000);
  await insertBatch(world, world.operator.operatorId, "rfb_sound", intents);
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
