import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../testing/dying-database.ts";
import {
  createPayoutWorld,
  methods,
  type PayoutWorld,
  undemanding,
} from "./testing/payout-world.ts";

/**
 * A process that dies while a payout is chosen or approved, at every step of its work with the store. Both
 * are one transaction with the answer to their key, so that a repeat needs no lease to run out: it is told
 * what was stored, or does it.
 */
let world: PayoutWorld;
let dying: TestService;
let store: DyingDatabase;
beforeAll(async () => {
  world = await createPayoutWorld();
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({
    database: store.database,
    clock: world.clock,
    settings: undemanding,
    env: { SANDBOX_URL: world.payouts.url },
  });
});
// The dead is not closed: it would wait for what it was sending.
afterAll(() => world.close());

let keys = 0;
type Send = (at: TestService, key: string) => Promise<LightMyRequestResponse>;

/** Dies at each step in turn until it lives through all; `check` is given what the repeat was answered. */
async function atEveryStep(
  prepare: () => Promise<{ intent: CreatedDisbursementIntent; send: Send }>,
  check: (intent: CreatedDisbursementIntent, repeated: LightMyRequestResponse) => Promise<void>,
): Promise<void> {
  for (let at = 1, isCutOff = true; isCutOff; at += 1) {
    for (const moment of ["before", "after"] as const) {
      const { intent, send } = await prepare();
      const key = `payout-step-${keys++}`;
      const death = store.dieAt(at, moment);
      isCutOff = (await Promise.race([death, send(dying, key)])) === "died";
      const repeated = await send(world, key);
      await check(intent, repeated);
      const again = await send(world, key);
      expect(again.headers["idempotent-replayed"]).toBe("true");
      expect(again.body).toBe(repeated.body);
    }
  }
}

test("a choice that was cut off is one disbursement, and its key says which", async () => {
  await atEveryStep(
    async () => {
      const intent = await world.newIntent();
      const send: Send = (at, key) =>
        at.callAsClient("POST", "/v1/client/disbursements", intent.clientSecretKey, {
          publishableKey: world.operator.publishableKey,
          headers: { "idempotency-key": key },
          body: { netAmount: intent.amount, ...methods.bank },
        });
      return { intent, send };
    },
    async (intent, repeated) => {
      expect(repeated.statusCode, repeated.body).toBe(201);
      const { status, disbursement } = await world.statusOf(intent);
      expect(status).toBe("pending-validation");
      expect(repeated.json().disbursementId).toBe(disbursement?.disbursementId);
      expect(await world.eventsOf(intent)).toEqual(["created", "pending-validation"]);
    },
  );
});

test("an approval that was cut off is approved once and sent once", async () => {
  await atEveryStep(
    async () => {
      const intent = await world.submitted();
      const send: Send = (at, key) =>
        at.call("POST", `/v1/disbursements/${intent.disbursementIntentId}/proceed/true`, {
          token: world.operator.secretKey,
          headers: { "idempotency-key": key },
        });
      return { intent, send };
    },
    async (intent, repeated) => {
      expect(repeated.statusCode, repeated.body).toBe(200);
      await world.idle();
      // The one that lived through all may be sending yet.
      const looked = async () => {
        await world.lookAfter();
        return (await world.statusOf(intent)).status;
      };
      await expect.poll(looked, { timeout: 15_000 }).toBe("success");
      const { disbursement } = await world.statusOf(intent);
      const references = [...world.payouts.payouts.values()].map(
        ({ request }) => request.merchantReference,
      );
      const own = references.filter((each) => each === disbursement?.disbursementId);
      expect(own).toHaveLength(1);
      const events = ["created", "pending-validation", "approved", "success"];
      expect(await world.eventsOf(intent)).toEqual(events);
    },
  );
});
