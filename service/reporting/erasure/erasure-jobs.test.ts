import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let world: TestService;
beforeAll(async () => {
  world = await createTestService();
});
afterAll(() => world.close());

test("erased customers whose data cannot be deleted do not hold the others", async () => {
  const { kysely } = world.service.deps.database;
  const { operatorId } = world.operator;
  // More than the jobs read at once.
  const broken = Array.from({ length: 55 }, (_, number) => `broken ${number}`);
  for (const id of [...broken, "other"]) {
    const now = new Date(world.clock.nowMs());
    await kysely
      .insertInto("customer_erasures")
      .values({
        operator_id: operatorId,
        external_customer_id: id,
        reason: "customer_request",
        actor: "command",
        erased_at: now,
        tax_records_until: null,
        mandates_until: now,
        answers_forgotten_at: null,
      })
      .execute();
    world.clock.advance(1_000);
  }
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused'' using errcode = ''query_canceled''; end'`.execute(kysely);
  await sql`create trigger refuse before update on customer_erasures for each row
    when (old.external_customer_id like 'broken%') execute function refuse()`.execute(kysely);
  world.clock.advance(2 * 60_000);
  for (const job of ["erasure.retention", "erasure.answers"]) {
    await world.runJob(job).catch(() => undefined);
  }
  const rows = await kysely
    .selectFrom("customer_erasures")
    .select(["external_customer_id as id", "mandates_until", "answers_forgotten_at"])
    .orderBy("erased_at")
    .execute();
  expect(rows).toMatchObject([
    ...broken.map((id) => ({ id, mandates_until: expect.any(Date), answers_forgotten_at: null })),
    { id: "other", mandates_until: null, answers_forgotten_at: expect.any(Date) },
  ]);
});
