/**
 * A process dies at every step of submitting and sending an answer, for every answer of the processor. Another process
 * continues: the processor gets the answer exactly once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { atEveryStep } from "../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../testing/dying-database.ts";
import type { AnswerBehavior } from "../../testing/stand-in-disputes.ts";
import { type DisputeTools, disputeTools } from "../testing/dispute-world.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "../testing/payment-world.ts";

let world: PaymentWorld;
let t: DisputeTools;
let store: DyingDatabase;
let dying: TestService;
let serial = 0;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
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
const job = "payments.disputes.answers";

const behaviors: Record<string, AnswerBehavior> = {
  "at once": {},
  "but its response is lost": { response: "break" },
  "only when it is sent again": { becomes: "nothing", response: "break" },
};

test.each(Object.entries(behaviors))(
  "an answer is sent exactly once if the processor accepts it %s",
  async (_, behavior) => {
    const processor = world.parties.northbank.disputes;
    await atEveryStep(store, {
      async prepare() {
        const { dispute, notice } = await t.open();
        const path = `/v1/disputes/${dispute.disputeId}`;
        const body = { fields: { explanation: "Delivered." } };
        expect((await world.call("PUT", `${path}/evidence`, { body })).statusCode).toBe(200);
        serial += 1;
        return {
          path,
          disputeId: dispute.disputeId,
          atProcessor: notice.disputeId,
          key: `key-${serial}`,
        };
      },
      async act({ path, key }) {
        processor.next(behavior);
        await dying.call("POST", `${path}/submit`, {
          token: world.operator.secretKey,
          headers: { "idempotency-key": key },
        });
        await dying.runJob(job);
      },
      async check({ path, disputeId, atProcessor, key }, life) {
        processor.forget();
        // The caller repeats the request, as after a lost answer.
        const repeated = await world.call("POST", `${path}/submit`, {
          headers: { "idempotency-key": key },
        });
        expect([life, repeated.statusCode]).toEqual([life, 200]);
        for (let round = 0; round < 3; round += 1) {
          world.clock.advance(longAfterMs);
          await world.runJob(job);
        }
        const taken = [...processor.taken.values()].filter(
          (each) => each.disputeId === atProcessor,
        );
        expect([life, taken.map(({ kind }) => kind)]).toEqual([life, ["evidence"]]);
        const sent = processor.calls.filter((call) => call.path.includes(`/${atProcessor}/`));
        expect([life, new Set(sent.map((each) => each.key)).size]).toEqual([life, 1]);
        const bodies = sent.map(({ body }) => JSON.stringify(body));
        expect([life, new Set(bodies).size]).toEqual([life, 1]);
        expect([life, await t.events(disputeId)]).toEqual([
          life,
          ["created", "updated", "under-review"],
        ]);
      },
    });
  },
);
