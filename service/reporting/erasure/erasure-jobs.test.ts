import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let world: TestService;
beforeAll(async () => {
  world = await createTestService();
});
afterAll(() => world.close());

test("data that nobody can decrypt does not prevent an erasure", async () => {
  const { kysely } = world.service.deps.database;
  const create = (externalCustomerId: string) =>
    world.call("POST", "/v1/customers", {
      body: {
        externalCustomerId,
        data: { email: `${externalCustomerId}@example.com` },
      },
      headers: { "idempotency-key": externalCustomerId },
    });
  for (const id of ["first", "damaged"]) expect((await create(id)).statusCode).toBe(201);
  await kysely
    .updateTable("customers")
    .set({ email_sealed: "1.damaged" })
    .where("external_customer_id", "=", "damaged")
    .execute();
  // Another stored response, which is read before that of the customer.
  const answer = { answer_sealed: "1.damaged", scope: "!" };
  const stored = () => kysely.selectFrom("idempotency_keys").select("scope").execute();
  const row = await kysely.selectFrom("idempotency_keys").selectAll().executeTakeFirstOrThrow();
  await kysely
    .insertInto("idempotency_keys")
    .values({ ...row, ...answer })
    .execute();
  const erased = await world.call("POST", "/v1/customers/damaged/erasure", {
    body: { reason: "customer_request" },
  });
  expect(erased.statusCode).toBe(200);
  expect((await world.call("GET", "/v1/customers/damaged")).statusCode).toBe(404);
  const erasure = kysely.selectFrom("customer_erasures").select("answers_forgotten_at");
  expect(await erasure.execute()).toEqual([{ answers_forgotten_at: expect.any(Date) }]);
  // The other customer's response and the damaged response stay.
  expect(await stored()).toHaveLength(2);
  await kysely.deleteFrom("customer_erasures").execute();
});

test("erased customers whose data cannot be deleted do not block the others", async () => {
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
  const logged = world.logLines.filter((line) => line.includes("could not be deleted"));
  expect(logged).toHaveLength(1);
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
