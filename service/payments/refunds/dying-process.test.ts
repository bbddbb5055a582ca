/**
 * A process dies at every step of requesting and sending a refund, for every response of the processor. Another process
 * continues: the money goes back exactly once, or the refund was never requested.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { atEveryStep } from "../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../testing/dying-database.ts";
import type { RefundBehavior } from "../../testing/stand-in-refunds.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: PaymentWorld;
let store: DyingDatabase;
let dying: TestService;
let serial = 0;
beforeAll(async () => {
  world = await createPaymentWorld();
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

/** This is longer than a claim, and longer than a request can be on its way. */
const longAfterMs = 11 * 60_000;

async function paid(): Promise<CreatedPaymentIntent> {
  const intent = await world.createIntent({ amount: 20 });
  expect((await world.pay(intent)).body.status).toBe("success");
  return intent;
}

const behaviors: Record<string, RefundBehavior> = {
  "at once": {},
  "after a while": { becomes: "pending" },
  "but the response is lost": { response: "break" },
  "only when asked again": { becomes: "nothing", response: "break" },
};

test.each(Object.entries(behaviors))(
  "the money goes back exactly once if the processor refunds %s",
  async (_, behavior) => {
    const { refunds } = world.parties.northbank;
    await atEveryStep(store, {
      async prepare() {
        const intent = await paid();
        serial += 1;
        return { intent, externalRefundId: `dying-${serial}`, key: `key-${serial}` };
      },
      async act({ intent, externalRefundId, key }) {
        refunds.next(behavior);
        await dying.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
          token: world.operator.secretKey,
          headers: { "idempotency-key": key },
          body: { externalRefundId, amount: 15 },
        });
        await runRefunds(dying);
      },
      async check({ intent, externalRefundId, key }, life) {
        refunds.forget();
        // The caller repeats the request, as after a lost response.
        const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
        const repeated = await world.call("POST", url, {
          headers: { "idempotency-key": key },
          body: { externalRefundId, amount: 15 },
        });
        expect([life, repeated.statusCode]).toEqual([life, 201]);
        const { refundId } = repeated.json<{ refundId: string }>();
        for (let round = 0; round < 3; round += 1) {
          world.clock.advance(longAfterMs);
          await runRefunds(world);
          const refund = refunds.made.get(refundId);
          if (refund?.status === "pending")
            refunds.made.set(refundId, { ...refund, status: "success" });
        }
        const { data } = (await world.call("GET", url)).json();
        expect([life, data.length, data[0].status]).toEqual([life, 1, "success"]);
        const ofPayment = [...refunds.made.values()].filter(
          ({ chargeId }) => chargeId === refunds.made.get(refundId)?.chargeId,
        );
        expect([life, ofPayment.map(({ amountMinor }) => amountMinor)]).toEqual([life, [1_500]]);
        const events = await world.service.deps.database.kysely
          .selectFrom("events")
          .select("status")
          .where("resource_id", "=", refundId)
          .orderBy("sequence")
          .execute();
        expect([life, events.map(({ status }) => status)]).toEqual([life, ["created", "success"]]);
        expect([life, (await world.statusOf(intent))["refundedAmount"]]).toEqual([life, 15]);
      },
    });
  },
);
