import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PoolClient } from "pg";
import type { Clock } from "../clock.ts";
import { repositoryRoot } from "../repository-root.ts";

/** A numbered `.sql` file. `checksum` is its SHA-256, so that a change after the fact is noticed. */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The migrations stand beside this file's source, also when the build runs. */
export const migrationsFolder = join(repositoryRoot(), "service/platform/database/migrations");

/** The files of `folder` in the order of their four-digit numbers; other files are refused. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).sort();
  const numbers = new Set<string>();
  return Promise.all(
    names.map(async (name) => {
      const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
      if (number === undefined) throw new Error(`${name} is not named like 0001_name.sql`);
      if (numbers.has(number)) throw new Error(`two migrations have the number ${number}`);
      numbers.add(number);
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Applies what is missing, each migration in a transaction of its own with its record. Several
 * services starting at once take turns by an advisory lock. Refuses (throws) if an applied migration
 * has changed or is gone from the folder, or if one is missing before an applied one: a database
 * that is not what the files say must not take payments. Returns the names that were applied.
 */
export async function migrate(
  client: PoolClient,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string[]> {
  const lockNumber = 7_304_551;
  // A migration of large tables, and waiting for another service's, may take longer than a request may.
  await client.query("set statement_timeout = 0");
  await client.query("set lock_timeout = 0");
  await client.query("select pg_advisory_lock($1)", [lockNumber]);
  try {
    await client.query(
      "create table if not exists applied_migrations " +
        "(name text primary key, checksum text not null, applied_at timestamptz not null)",
    );
    const applied = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from applied_migrations order by name",
    );
    const missing = compare(migrations, applied.rows);
    for (const migration of missing) await applyOne(client, migration, clock);
    await compareByCode(client);
    return missing.map(({ name }) => name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockNumber]);
    await client.query("reset statement_timeout");
    await client.query("reset lock_timeout");
  }
}

/**
 * Identifiers sort by creation only where text is compared by character code, which a database that was
 * made with a language does not do. There every text column gets the collation "C", so that lists are in
 * order and all columns can be joined by their indexes. Nothing to do where it is so already.
 */
async function compareByCode(client: PoolClient): Promise<void> {
  const { rows: tables } = await client.query<{ change: string }>(`
    select format('alter table %I %s', c.relname,
      string_agg(format('alter column %I type text collate "C"', a.attname), ', ')) as change
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.atttypid = 'text'::regtype
      and a.attcollation = 'pg_catalog."default"'::regcollation and 'a' < 'B'
    group by c.relname order by c.relname`);
  // One statement after the other: each is whole by itself, and what is left is done at the next start.
  for (const { change } of tables) await client.query(change);
}

function compare(
  migrations: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const file = known.get(name);
    if (file === undefined) throw new Error(`the database has migration ${name}, which is unknown`);
    if (file.checksum !== checksum)
      throw new Error(`migration ${name} changed after it was applied`);
  }
  const names = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !names.has(name));
  const newest = applied.at(-1)?.name ?? "";
  const late = missing.find(({ name }) => name < newest);
  if (late) throw new Error(`migration ${late.name} is missing, though ${newest} was applied`);
  return missing;
}

async function applyOne(client: PoolClient, migration: Migration, clock: Clock): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query(
      "insert into applied_migrations (name, checksum, applied_at) values ($1, $2, $3)",
      [migration.name, migration.checksum, new Date(clock.nowMs())],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}
