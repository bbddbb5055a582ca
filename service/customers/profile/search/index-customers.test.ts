import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";

let world: TestService;
beforeAll(async () => {
  world = await createTestService();
});
afterAll(() => world.close());

async function add(externalCustomerId: string): Promise<void> {
  const body = { externalCustomerId, data: { email: `${externalCustomerId}@example.com` } };
  const response = await world.call("POST", "/v1/customers", { body });
  expect(response.statusCode).toBe(201);
}

test("a customer who cannot be decrypted does not keep the others out of the search", async () => {
  const { kysely } = world.service.deps.database;
  await add("broken");
  const { email_sealed: sealed } = await kysely
    .selectFrom("customers")
    .select("email_sealed")
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable("customers")
    .set({ email_sealed: `${sealed.slice(0, -4)}AAAA` })
    .execute();
  world.clock.advance(1_000);
  await add("other");
  await world.runJob("customers.search").catch(() => undefined);
  const indexed = await kysely
    .selectFrom("customer_search as s")
    .innerJoin("customers as c", "c.customer_id", "s.customer_id")
    .select("c.external_customer_id as id")
    .execute();
  expect(indexed).toEqual([{ id: "other" }]);
});
