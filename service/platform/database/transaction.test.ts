import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../testing/test-database.ts";
import { type Database, isUniqueViolation } from "./database.ts";
import { inTransaction } from "./transaction.ts";

let database: Database;
beforeAll(async () => {
  ({ database } = await openTestDatabase());
});
afterAll(() => database.close());

const insert = { name: "test.insert", text: "insert into service_settings values ($1, $2)" };
const names = async () =>
  (await database.kysely.selectFrom("service_settings").select("name").execute()).map(
    ({ name }) => name,
  );

test("a transaction is stored completely or not at all", async () => {
  const write = (name: string, isBroken: boolean) =>
    inTransaction(database, async (tx) => {
      await tx.insertInto("service_settings").values({ name, value: "1" }).execute();
      if (isBroken) throw new Error("changed our mind");
    });
  await write("kept", false);
  await expect(write("dropped", true)).rejects.toThrow("changed our mind");
  expect(await names()).toContain("kept");
  expect(await names()).not.toContain("dropped");
});

test("a statement on the store from inside a transaction fails instead of waiting forever", async () => {
  const nested = inTransaction(database, () => database.run(insert, ["nested", "1"]));
  await expect(nested).rejects.toThrow(/inside a transaction/);
  const byKysely = inTransaction(database, () => names());
  await expect(byKysely).rejects.toThrow(/inside a transaction/);
  await database.run(insert, ["afterwards", "1"]);
});

test("a transaction runs again when PostgreSQL ends a deadlock", async () => {
  let tries = 0;
  const done = await inTransaction(database, async () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error("deadlock"), { code: "40P01" });
    return "done";
  });
  expect([done, tries]).toEqual(["done", 3]);
});

test("a unique violation is recognized by its constraint", async () => {
  await database.run(insert, ["twice", "1"]);
  const error = await database.run(insert, ["twice", "1"]).catch((thrown: unknown) => thrown);
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, "service_settings_pkey")).toBe(true);
  expect(isUniqueViolation(error, "another_pkey")).toBe(false);
  expect(isUniqueViolation(new Error("other"))).toBe(false);
  expect(isUniqueViolation(null)).toBe(false);
});
