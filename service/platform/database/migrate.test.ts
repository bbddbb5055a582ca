import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../../testing/test-database.ts";
import { systemClock } from "../clock.ts";
import type { Database } from "./database.ts";
import { type Migration, migrate, readMigrations } from "./migrate.ts";

let database: Database;
beforeAll(async () => {
  ({ database } = await openTestDatabase());
});
afterAll(() => database.close());

const migration = (name: string, sql: string, checksum = sql): Migration => ({
  name,
  sql,
  checksum,
});
const first = migration("0001_first.sql", "create table one (x int)");
const second = migration("0002_second.sql", "create table two (x int); insert into two values (1)");

async function run(migrations: Migration[]): Promise<string[]> {
  const client = await (database as Database & { pool: Pool }).pool.connect();
  try {
    return await migrate(client, migrations, systemClock);
  } finally {
    client.release();
  }
}

beforeEach(async () => {
  for (const text of ["drop schema public cascade", "create schema public"]) {
    await database.run({ name: text, text }, []);
  }
});

test("applies missing migrations, in order, once", async () => {
  expect(await run([first])).toEqual(["0001_first.sql"]);
  expect(await run([first, second])).toEqual(["0002_second.sql"]);
  expect(await run([first, second])).toEqual([]);
});

test("refuses a database if the text of an applied migration has changed", async () => {
  await run([first]);
  await expect(run([migration(first.name, "create table other (x int)")])).rejects.toThrow(
    /0001_first.sql changed/,
  );
});

test("refuses a database with a migration that this version does not know", async () => {
  await run([first, second]);
  await expect(run([first])).rejects.toThrow(/0002_second.sql, which is unknown/);
});

test("an older version starts on a newer database if the migrations are marked as compatible", async () => {
  const added = migration("0002_second.sql", "-- compatible-from: 0001\ncreate table two (x int)");
  await run([first, added]);
  expect(await run([first])).toEqual([]);
  const later = migration("0003_third.sql", "-- compatible-from: 0002\ncreate table three (x int)");
  await run([first, added, later]);
  expect(await run([first, added])).toEqual([]);
  await expect(run([first])).rejects.toThrow(/0003_third.sql, which is unknown/);
});

test("a migration does not block other queries: it stops waiting, and tries again", async ({
  skip,
}) => {
  if (database.kind !== "postgres") skip();
  await run([first]);
  const { pool } = database as Database & { pool: Pool };
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("lock table one in row exclusive mode");
  const altering = run([first, migration(second.name, "alter table one add column y int")]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // A migration that kept waiting would block this query forever: the lock's holder commits only after this query has
  // its response.
  const reader = { name: "behind", text: "select x from one" };
  await database.run(reader, []);
  await holder.query("commit");
  holder.release();
  expect(await altering).toEqual([second.name]);
});

test("refuses a migration with a lower number than an applied one", async () => {
  await run([second]);
  await expect(run([first, second])).rejects.toThrow(/0001_first.sql is missing/);
});

test("a failed migration changes nothing, and runs after it is corrected", async () => {
  const broken = migration(second.name, "create table two (x int); select 1/0");
  await expect(run([first, broken])).rejects.toThrow(/0002_second.sql failed/);
  expect(await run([first, second])).toEqual(["0002_second.sql"]);
});

test("a migration whose connection breaks is named in the error", async () => {
  const client = await (database as Database & { pool: Pool }).pool.connect();
  let isBroken = false;
  const breaking = {
    async query(text: string, values: unknown[]) {
      isBroken ||= text === first.sql;
      if (isBroken) throw new Error("connection terminated");
      return client.query(text, values);
    },
  } as unknown as PoolClient;
  try {
    await expect(migrate(breaking, [first], systemClock)).rejects.toThrow(/0001_first.sql failed/);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("text is compared by character code, whatever the database's locale", async () => {
  const third = migration(
    "0003_third.sql",
    "create table three (id text primary key check (id <> ''), b text references three)",
  );
  await run([first, third]);
  const text = "insert into three values ('pi_a', null), ('pi_B', 'pi_a'), ('pi_Z', 'pi_B')";
  await database.run({ name: "three", text }, []);
  const fourth = migration("0004_fourth.sql", "create table four (c text references three)");
  await run([first, third, fourth]);
  const sorted = "select id from three order by id";
  const { rows } = await database.run<{ id: string }>({ name: "sorted", text: sorted }, []);
  expect(rows.map(({ id }) => id)).toEqual(["pi_B", "pi_Z", "pi_a"]);
});

test("files that are not numbered, or share a number, are refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-migrations-"));
  writeFileSync(join(folder, "0001_one.sql"), "select 1");
  expect(await readMigrations(folder)).toHaveLength(1);
  writeFileSync(join(folder, "0001_other.sql"), "select 1");
  await expect(readMigrations(folder)).rejects.toThrow(/two migrations have the number 0001/);
  rmSync(join(folder, "0001_other.sql"));
  writeFileSync(join(folder, "notes.txt"), "");
  await expect(readMigrations(folder)).rejects.toThrow(/notes.txt is not named/);
  rmSync(folder, { recursive: true });
});

test("a migration may take longer than a request; other statements on its connection may not", async ({
  skip,
}) => {
  if (database.kind !== "postgres") skip();
  const client = await (database as Database & { pool: Pool }).pool.connect();
  try {
    await client.query("set statement_timeout = 50");
    const slow = migration("0001_slow.sql", "select pg_sleep(0.2); create table slow (x int)");
    expect(await migrate(client, [slow], systemClock)).toEqual(["0001_slow.sql"]);
    const { rows } = await client.query("show statement_timeout");
    expect(rows).toEqual([{ statement_timeout: "50ms" }]);
  } finally {
    client.release();
  }
});
