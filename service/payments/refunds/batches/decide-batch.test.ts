import { afterAll, beforeAll, expect, test } from "vitest";
import { insertStaff } from "../../../testing/insert-staff.ts";
import { createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";
import { retryBatch } from "./decide-batch.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

test("a person who is not on the operator's staff cannot retry a batch", async () => {
  const { operatorId } = world.operator;
  const refundBatchId = "rfb_done";
  const now = new Date(world.clock.nowMs());
  await world.service.deps.database.kysely
    .insertInto("refund_batches")
    .values({
      operator_id: operatorId,
      refund_batch_id: refundBatchId,
      state: "done",
      reason: "other",
      note_sealed: null,
      requested_by: JSON.stringify({ kind: "staff", staffId: "stf_one" }),
      approval: null,
      decided_by: null,
      version: 1,
      lease_until: null,
      served_at: now,
      created_at: now,
      updated_at: now,
      finished_at: now,
    })
    .execute();
  const retriedBy = (staffId: string) =>
    retryBatch(world.service.payments, {
      operatorId,
      refundBatchId,
      staffId,
      limitMinor: () => null,
    });
  await expect(retriedBy("stf_one")).rejects.toMatchObject({ code: "session_required" });
  await insertStaff(world, ["stf_one"]);
  // It has no refund that failed.
  await expect(retriedBy("stf_one")).rejects.toMatchObject({ code: "conflicting_state" });
});
