import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { sanctionsRecordsOver } from "./retention.ts";

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

test("a record that cannot be deleted does not block the others", async () => {
  const { kysely } = service.service.deps.database;
  await confirmed("broken", { isErased: true, operatorId: service.operator.operatorId });
  service.clock.advance(1_000);
  await confirmed("later", { isErased: true, operatorId: service.operator.operatorId });
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(kysely);
  await sql`create trigger refuse before delete on sanctions_reviews for each row
    when (old.sanctions_review_id = 'snr_broken') execute function refuse()`.execute(kysely);
  service.clock.advance(3_660 * dayMs);
  await service.runJob("erasure.retention");
  expect(await keptReviews()).toEqual(["snr_broken", "snr_other", "snr_present"]);
});

test.each([
  ["2028-02-29T12:00:00.000Z", "2018-02-28T12:00:00.000Z"],
  ["2028-03-01T12:00:00.000Z", "2018-03-01T12:00:00.000Z"],
  ["2026-11-29T06:00:00.000Z", "2016-11-29T06:00:00.000Z"],
])("on %s the retention of decisions until %s is over", (now, over) => {
  expect(sanctionsRecordsOver(new Date(now)).toISOString()).toBe(over);
});
