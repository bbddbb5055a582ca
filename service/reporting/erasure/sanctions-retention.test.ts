import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const dayMs = 24 * 60 * 60_000;

/** A match that is confirmed now; the customer may be erased. */
async function confirmed(
  externalCustomerId: string,
  { isErased, operatorId }: { isErased: boolean; operatorId: string },
) {
  const now = new Date(service.clock.nowMs());
  const { kysely } = service.service.deps.database;
  const owner = { operator_id: operatorId, external_customer_id: externalCustomerId };
  await kysely
    .insertInto("sanctions_reviews")
    .values({
      ...owner,
      sanctions_review_id: `snr_${externalCustomerId}`,
      list: "sdn",
      entry_id: "1",
      entry_hash: "hash",
      subject_index: "index",
      score: 99,
      state: "confirmed",
      evidence_sealed: "sealed",
      reason_sealed: null,
      cleared_by: null,
      decided_by: null,
      version: 2,
      opened_at: now,
      updated_at: now,
      decided_at: now,
    } as never)
    .execute();
  if (!isErased) return;
  await kysely
    .insertInto("customer_erasures")
    .values({
      ...owner,
      reason: "customer_request",
      actor: "command",
      erased_at: now,
      tax_records_until: null,
      mandates_until: null,
      answers_forgotten_at: now,
    })
    .execute();
}

async function keptReviews(): Promise<string[]> {
  const rows = await service.service.deps.database.kysely
    .selectFrom("sanctions_reviews")
    .select("sanctions_review_id")
    .orderBy("sanctions_review_id")
    .execute();
  return rows.map((row) => row.sanctions_review_id);
}

test("a record of an erased customer is deleted after ten years; one that holds payouts stays", async () => {
  const { operatorId } = service.operator;
  const other = await service.createOperator();
  await confirmed("erased", { isErased: true, operatorId });
  await confirmed("present", { isErased: false, operatorId });
  // Another operator's customer with the same id, not erased.
  await service.service.deps.database.kysely
    .updateTable("sanctions_reviews")
    .set({ operator_id: other.operatorId, sanctions_review_id: "snr_other" })
    .where("sanctions_review_id", "=", "snr_present")
    .execute();
  await service.service.deps.database.kysely
    .updateTable("sanctions_reviews")
    .set({ external_customer_id: "erased" })
    .where("sanctions_review_id", "=", "snr_other")
    .execute();
  await confirmed("present", { isErased: false, operatorId });

  service.clock.advance(9 * 365 * dayMs + 360 * dayMs);
  await service.runJob("erasure.retention");
  expect(await keptReviews()).toEqual(["snr_erased", "snr_other", "snr_present"]);
  service.clock.advance(10 * dayMs);
  await service.runJob("erasure.retention");
  await service.runJob("erasure.retention");
  expect(await keptReviews()).toEqual(["snr_other", "snr_present"]);
  const { text } = await service.command("audit", "list", operatorId);
  expect(text.match(/customer\.kept_records_deleted/g)).toHaveLength(1);
  expect((await service.command("audit", "verify", operatorId)).exitCode).toBe(0);
});
