/** A process dies at each step of creating or running a batch. Another one refunds each payment once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { RefundBatches } from "#contract/console/refund-batches";
import {
  createPaymentWorld,
  generousTimes,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import { runBatches, runBatchRound } from "../../payments/testing/run-batches.ts";
import { atEveryStep } from "../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../testing/dying-database.ts";
import {
  beginBatch,
  chosen,
  confirmBatch,
  previewBatch,
  readBatch,
} from "./testing/batch-steps.ts";
import { addStaff, logIn, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let store: DyingDatabase;
let dying: TestService;
let staff: TestStaff;
let dyingStaff: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
  staff = await addStaff(world, "admin");
  dyingStaff = { ...staff, browser: await logIn(dying, staff) };
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

const longAfterMs = 61_000;

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

async function refundedOf(intents: readonly CreatedPaymentIntent[]): Promise<unknown[]> {
  const refunded = [];
  for (const { paymentIntentId } of intents) {
    const { data } = (
      await world.call("GET", `/v1/payment-intents/${paymentIntentId}/refunds`)
    ).json();
    for (const { refundId, status } of data) {
      const refund = world.parties.northbank.refunds.made.get(refundId);
      refunded.push([paymentIntentId, status, refund?.amountMinor]);
    }
  }
  return refunded;
}
const allOnce = (intents: readonly CreatedPaymentIntent[]) =>
  intents.map(({ paymentIntentId }) => [paymentIntentId, "success", 2_000]);

test("a process dies while it runs a batch: each payment is refunded once", {
  timeout: 300_000,
}, async () => {
  await atEveryStep(store, {
    async prepare() {
      const intents = await paidMany(2);
      return { intents, batch: await beginBatch(staff, intents) };
    },
    async act() {
      await runBatchRound(dying);
    },
    async check({ intents, batch }, life) {
      world.clock.advance(longAfterMs);
      await runBatches(world);
      expect([life, await refundedOf(intents)]).toEqual([life, allOnce(intents)]);
      const ended = await readBatch(staff, batch);
      expect([life, ended.state, ended.counts.success]).toEqual([life, "done", 2]);
    },
  });
});

test("a process dies while it creates a batch: the batch is created once", {
  timeout: 300_000,
}, async () => {
  await atEveryStep(store, {
    async prepare() {
      const intents = await paidMany(2);
      const { total }: RefundBatches = await staff.browser.ok("GET", "/refund-batches");
      return { intents, total, seen: await previewBatch(staff, chosen(intents)) };
    },
    async act({ intents, seen }) {
      await confirmBatch(dyingStaff, chosen(intents), seen);
    },
    async check({ intents, total, seen }, life) {
      // Staff confirm again, as after a lost response.
      const repeat = await confirmBatch(staff, chosen(intents), seen);
      expect([201, 409]).toContain(repeat.statusCode);
      const { total: after }: RefundBatches = await staff.browser.ok("GET", "/refund-batches");
      expect([life, after]).toEqual([life, total + 1]);
      // The clock does not move: no lease has to run out, and the sessions must not expire.
      await runBatches(world);
      expect([life, await refundedOf(intents)]).toEqual([life, allOnce(intents)]);
    },
  });
});
