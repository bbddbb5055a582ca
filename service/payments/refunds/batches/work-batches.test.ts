import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";
import { insertBatch, runBatchRound } from "../../testing/run-batches.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

test("many small batches put no more refunds into a processor's queue than a large one", async () => {
  for (const batchId of ["rfb_1", "rfb_2", "rfb_3", "rfb_4"]) {
    const intents: CreatedPaymentIntent[] = [];
    for (let count = 0; count < 10; count += 1) {
      const intent = await world.createIntent();
      await world.pay(intent);
      intents.push(intent);
    }
    await insertBatch(world, world.operator.operatorId, batchId, intents);
  }
  const countRequested = async () => {
    const items = await world.service.deps.database.kysely
      .selectFrom("refund_batch_items")
      .select("position")
      .where("state", "=", "requested")
      .execute();
    return items.length;
  };
  const runRounds = async () => {
    for (let round = 0; round < 12; round += 1) await runBatchRound(world);
  };

  await runRounds();
  expect(await countRequested()).toBe(20);
  await runRefunds(world);
  await runRounds();
  expect(await countRequested()).toBe(40);
});
