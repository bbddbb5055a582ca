/**
 * A process dies at every step of naming, approving and sending, for every response of the processor. Another process
 * continues: the money goes out exactly once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refund } from "#contract/api/refunds";
import type { PayoutBehavior } from "../../../payouts/testing/stand-in-payouts.ts";
import { atEveryStep } from "../../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../../testing/dying-database.ts";
import {
  approveAt,
  createDestinationWorld,
  type DestinationWorld,
  nameAt,
  sameParties,
} from "../../testing/destination-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let world: DestinationWorld;
let store: DyingDatabase;
let dying: TestService;
let serial = 0;
beforeAll(async () => {
  world = await createDestinationWorld();
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({ database: store.database, ...sameParties(world) });
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

/** This is longer than a claim, and longer than a transfer can be on its way. */
const longAfterMs = 11 * 60_000;

const behaviors: Record<string, { behavior: PayoutBehavior; ends: string }> = {
  "at once": { behavior: {}, ends: "success" },
  "after a while": { behavior: { becomes: "pending" }, ends: "success" },
  "but the response is lost": { behavior: { response: "break" }, ends: "success" },
  "only when asked again": {
    behavior: { becomes: "nothing", response: "break" },
    ends: "success",
  },
  "nothing, because it declines": {
    behavior: { becomes: { declined: "account_closed" } },
    ends: "failed",
  },
};

test.each(Object.entries(behaviors))(
  "the money goes out at most once if the processor pays %s",
  async (_, { behavior, ends }) => {
    const { payouts } = world;
    const { operatorId } = world.operator;
    const shown = async (refundId: string): Promise<Refund> =>
      (await world.call("GET", `/v1/refunds/${refundId}`)).json();
    await atEveryStep(store, {
      async prepare() {
        serial += 1;
        return { ...(await world.newRefund()), key: `dying-${serial}` };
      },
      async act({ refundId, secret, key }) {
        payouts.decide = () => behavior;
        await nameAt(dying, secret, key);
        await approveAt(dying, operatorId, refundId);
        await runRefunds(dying);
      },
      async check({ refundId, secret, key }, life) {
        // A lost response is lost only once.
        const declines = typeof behavior.becomes === "object";
        payouts.decide = () => (declines ? behavior : {});
        const repeated = await nameAt(world, secret, key);
        expect([life, repeated.statusCode]).toEqual([life, 200]);
        const row = await world.service.deps.database.kysely
          .selectFrom("refunds")
          .select("step")
          .where("refund_id", "=", refundId)
          .executeTakeFirstOrThrow();
        if (row.step === "awaiting_approval") {
          expect([life, payouts.payouts.has(refundId)]).toEqual([life, false]);
          await approveAt(world, operatorId, refundId);
        }
        for (let round = 0; round < 3; round += 1) {
          world.clock.advance(longAfterMs);
          await runRefunds(world);
          const payout = payouts.payouts.get(refundId);
          if (payout?.status === "pending") payout.status = "paid";
        }
        expect([life, (await shown(refundId)).status]).toEqual([life, ends]);
        expect([life, payouts.payouts.get(refundId)?.request.amountMinor]).toEqual([life, 500]);
        const events = await world.service.deps.database.kysely
          .selectFrom("events")
          .select("status")
          .where("resource_id", "=", refundId)
          .orderBy("sequence")
          .execute();
        const expected = ["created", "requires-destination", ends];
        expect([life, events.map(({ status }) => status)]).toEqual([life, expected]);
      },
    });
  },
  120_000,
);
