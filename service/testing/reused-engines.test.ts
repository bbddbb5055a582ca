import { expect, test } from "vitest";
import type { Database } from "../platform/database/database.ts";
import { openTestDatabase, testDatabaseUrl } from "./test-database.ts";

const onEmbedded = test.skipIf(testDatabaseUrl);
const open = async () => (await openTestDatabase()).database;
const query = async (database: Database, text: string) =>
  (await database.run({ name: `test.${text.slice(0, 40)}`, text }, [])).rows;
/** The number is the same in every new store. */
const transactionOf = async (database: Database) =>
  Number((await query(database, "select txid_current()::text as number"))[0]?.["number"]);

onEmbedded("a store used again has no rows and no settings of the test before", async () => {
  const first = await open();
  const before = await transactionOf(first);
  await query(first, "insert into service_settings values ('left', 'over')");
  await query(first, "set search_path = pg_catalog");
  await first.close();
  await expect(query(first, "select 1")).rejects.toThrow();

  const second = await open();
  expect(await transactionOf(second)).toBeGreaterThan(before);
  expect(await query(second, "select * from service_settings")).toEqual([]);
  expect(await query(second, "show search_path")).toEqual([{ search_path: "public" }]);
  await second.close();
});

onEmbedded.each([
  "alter table service_settings add column more text",
  "alter table service_settings alter column value drop not null",
  "create table more ()",
  "drop index webhook_deliveries_line",
  "insert into applied_migrations values ('9999_more.sql', '', now())",
])("a store whose tables a test has changed is not used again: %s", async (change) => {
  const first = await open();
  const before = await transactionOf(first);
  await query(first, change);
  await first.close();
  const second = await open();
  expect(await transactionOf(second)).toBeLessThanOrEqual(before);
  await second.close();
});
