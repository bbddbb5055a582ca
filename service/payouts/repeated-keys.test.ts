import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../testing/dying-database.ts";
import {
  createPayoutWorld,
  methods,
  minimalSettings,
  type PayoutWorld,
} from "./testing/payout-world.ts";

/**
 * A process dies at every step of its work with the store, while a customer chooses a method or an operator approves.
 * Both are one transaction with the response to their key, so a repeat need not wait for a lease: it gets the stored
 * response or does the work.
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
    settings: minimalSettings,
    env: { SANDBOX_URL: world.payouts.url },
  });
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

let keys = 0;
type Send = (at: TestService, key: string) => Promise<LightMyRequestResponse>;

/** Dies at each step until one run completes; `check` receives the response of each repeat. */
async function atEveryStep(
  prepare: () => Promise<{ intent: CreatedDisbursementIntent; send: Send }>,
  check: (intent: CreatedDisbursementIntent, repeated: LightMyRequestResponse) => Promise<void>,
): Promise<void> {
  for (let at = 1, isCutOff = true; isCutOff; at += 1) {
    for (const moment of ["before", "after"] as const) {
      const { intent, send } = await prepare();
      const key = `payout-step-${keys++}`;
      isCutOff = (await store.dieAt(at, moment, () => send(dying, key))) === "died";
      const repeated = await send(world, key);
      await check(intent, repeated);
      const repeat = await send(world, key);
      expect(repeat.headers["idempotent-replayed"]).toBe("true");
      expect(repeat.body).toBe(repeated.body);
    }
  }
}

test("an interrupted choice creates one disbursement, and its key returns it", async () => {
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

test("an interrupted approval is approved once and sent once", async () => {
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
      // The run that completed may still be sending.
      const looked = async () => {
        await world.recover();
        return (await world.statusOf(intent)).status;
      };
      await expect.poll(looked, { timeout: 15_000 }).toBe("success");
      const { disbursement } = await world.statusOf(intent);
      const references = [...world.payouts.payouts.values()].map(
        ({ request }) => request.merchantReference,
      );
      const own = references.filter((reference) => reference === disbursement?.disbursementId);
      expect(own).toHaveLength(1);
      const events = ["created", "pending-validation", "approved", "success"];
      expect(await world.eventsOf(intent)).toEqual(events);
    },
  );
});
