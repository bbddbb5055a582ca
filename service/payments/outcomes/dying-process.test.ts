/**
 * A process dies at every step of marking a payment. The mark, the payment, its posting, event and audit entry are all
 * stored, or nothing is. It can be marked again, and the mark counts once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdjustableClock } from "../../platform/clock.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { atEveryStep } from "../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../testing/dying-database.ts";
import { insertStaff } from "../../testing/insert-staff.ts";
import { hangLong } from "../testing/outcome-world.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "../testing/payment-world.ts";
import { markPayment } from "./mark-payment.ts";
import type { MarkRequest } from "./mark-rules.ts";
import { readOutcomes } from "./review-outcomes.ts";

let world: PaymentWorld;
let store: DyingDatabase;
let dying: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
  await insertStaff(world, ["stf_1"]);
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

async function countOf(table: "ledger_postings" | "audit_entries", id: string): Promise<number> {
  const column = table === "ledger_postings" ? "source_id" : "subject_id";
  const rows = await world.service.deps.database.kysely
    .selectFrom(table)
    .select(column)
    .where(column, "=", id)
    .execute();
  return rows.length;
}

test("a mark is written whole or not at all", async () => {
  const { operatorId } = world.operator;
  await atEveryStep(store, {
    async prepare() {
      const hanging = await hangLong(world, await world.createIntent({ amount: 20 }));
      const clockOf = (service: TestService) => service.service.deps.clock as AdjustableClock;
      clockOf(dying).advanceTo(clockOf(world).offsetMs());
      const [outcome] = await readOutcomes(
        world.service.payments,
        operatorId,
        hanging.intent.paymentIntentId,
      );
      const request: MarkRequest = {
        operatorId,
        subjectId: hanging.paymentId,
        outcome: "success",
        reference: hanging.chargeId,
        evidence: { note: "Dashboard", statement: null },
        file: null,
        staffId: "stf_1",
        seen: outcome?.unknown?.seen ?? "",
        limitMinor: () => null,
      };
      return { hanging, request };
    },
    async act({ request }) {
      await markPayment(dying.service.payments, request);
    },
    async check({ hanging, request }, life) {
      const { paymentId, intent } = hanging;
      const isMarked = (await world.eventsOf(intent)).includes("success");
      const whole = isMarked ? 1 : 0;
      expect([life, await countOf("ledger_postings", paymentId)]).toEqual([life, whole]);
      expect([life, await countOf("audit_entries", paymentId)]).toEqual([life, whole]);
      const again = await markPayment(world.service.payments, request).catch((error) => error);
      const code = again instanceof ApiError ? again.code : again;
      expect([life, code]).toEqual([life, isMarked ? "conflicting_state" : undefined]);
      expect([life, await world.eventsOf(intent)]).toEqual([
        life,
        ["created", "pending", "success"],
      ]);
      expect([life, await countOf("ledger_postings", paymentId)]).toEqual([life, 1]);
    },
  });
});
