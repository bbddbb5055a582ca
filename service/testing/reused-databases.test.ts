import { expect, test } from "vitest";
import type { Database } from "../platform/database/database.ts";
import { openPostgres } from "../platform/database/postgres-store.ts";
import { createLog } from "../platform/log.ts";
import { openTestDatabase, reopenTestDatabase, testDatabaseUrl } from "./test-database.ts";

const onPostgres = test.skipIf(!testDatabaseUrl);
const open = () => openTestDatabase();
const query = async (database: Database, text: string) =>
  (await database.run({ name: `test.${text.slice(0, 40)}`, text }, [])).rows;

onPostgres("a database used again has nothing of the test before", async () => {
  const first = await open();
  await query(first.database, "insert into service_settings values ('left', 'over')");
  await query(first.database, "select nextval('ledger_sequence'), nextval('ledger_sequence')");
  await query(first.database, "select pg_advisory_lock(1)");
  await first.database.close();
  await expect(query(first.database, "select 1")).rejects.toThrow();

  const second = await open();
  expect(second.url).toBe(first.url);
  expect(await query(second.database, "select * from service_settings")).toEqual([]);
  const migrations = await query(second.database, "select name from applied_migrations");
  expect(migrations.length).toBeGreaterThan(50);
  const [number] = await query(second.database, "select nextval('ledger_sequence')::int as number");
  expect(number).toEqual({ number: 1 });
  const locks =
    "select * from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
  expect(await query(second.database, locks)).toEqual([]);
  await second.database.close();
});

onPostgres.each([
  "alter table service_settings add column more text",
  "alter table service_settings alter column value drop not null",
  "create table more ()",
  "drop index webhook_deliveries_line",
  "insert into applied_migrations values ('9999_more.sql', '', now())",
])("a database whose tables a test has changed is not used again: %s", async (change) => {
  const first = await open();
  await query(first.database, change);
  await first.database.close();
  const second = await open();
  expect(second.url).not.toBe(first.url);
  await second.database.close();
});

onPostgres("a database that a second process still has open is not used again", async () => {
  const first = await open();
  const process = reopenTestDatabase(first.url ?? "");
  await first.database.close();
  const second = await open();
  expect(second.url).not.toBe(first.url);
  await process.close();
  await second.database.close();
});

onPostgres("connections that a test has left open are closed before the next one", async () => {
  const first = await open();
  const left = openPostgres(first.url ?? "", 1, createLog("silent"));
  const answer = query(left, "select pg_sleep(600)").catch(() => "closed");
  await expect.poll(() => sessions(first.database), { timeout: 60_000 }).toBe(2);
  await first.database.close();
  expect(await answer).toBe("closed");
  const second = await open();
  expect(second.url).toBe(first.url);
  await left.close();
  await second.database.close();
});

/** Counts sessions that run a statement, including the one that asks. */
async function sessions(database: Database): Promise<number> {
  const active =
    "select 1 from pg_stat_activity where datname = current_database() and state = 'active'";
  return (await query(database, active)).length;
}
