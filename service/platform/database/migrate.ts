import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Clock } from "../clock.ts";
import { repositoryRoot } from "../repository-root.ts";

/** A numbered `.sql` file. `checksum` is its SHA-256 and reveals later changes. */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The migrations' folder. The built service reads them from the sources too. */
export const migrationsFolder = join(repositoryRoot(), "service/platform/database/migrations");

/** Reads the migrations in `folder`, sorted by their four-digit numbers. Throws for any other file. */
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

/** Number of the migrations' advisory lock, the same in all processes. */
const lockNumber = 7_304_551;
/** How long a migration waits for a table. Meanwhile every query on that table waits behind it. */
const tableWaitMs = 3_000;
const pauseMs = 1_000;
const maxTries = 60;

/**
 * Applies missing migrations, each in one transaction with its record, and returns their names. An advisory lock keeps
 * other starting services out. Each transaction takes the lock itself, because a pooler may run it on another
 * connection than the one before.
 *
 * Throws if an applied migration has changed, if one is missing before an applied one, or if the database has an
 * unknown one that is not marked as compatible: a database that differs from the files must not accept payments.
 */
export async function migrate(
  client: PoolClient,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string[]> {
  await inTurn(client, async () => {
    await client.query(
      "create table if not exists applied_migrations " +
        "(name text primary key, checksum text not null, applied_at timestamptz not null)",
    );
    await client.query(
      "alter table applied_migrations add column if not exists compatible_from text",
    );
  });
  const names: string[] = [];
  for (;;) {
    const name = await inTurn(client, () => applyNext(client, migrations, clock));
    if (name === undefined) break;
    names.push(name);
  }
  while (await inTurn(client, () => collateOneTable(client))) {
    // One table per transaction. If the process stops here, the next start does the rest.
  }
  return names;
}

/** Runs `work` in a transaction while no other service migrates. Tries again if a table was locked. */
async function inTurn<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    await client.query("begin");
    try {
      // Large tables, or another service's migration, may take longer than a request.
      await client.query("set local statement_timeout = 0");
      await client.query("set local lock_timeout = 0");
      await client.query("select pg_advisory_xact_lock($1)", [lockNumber]);
      await client.query(`set local lock_timeout = ${tableWaitMs}`);
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      // Fails on a broken connection, which PostgreSQL rolls back itself. `error` says what broke.
      await client.query("rollback").catch(() => undefined);
      if (tries === maxTries || !isLockTimeout(error)) throw error;
    }
    await pause(pauseMs);
  }
}

/** Whether PostgreSQL's `lock_not_available` is the error or one of its causes. */
function isLockTimeout(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ((each as { code?: unknown }).code === "55P03") return true;
  }
  return false;
}

async function applyNext(
  client: PoolClient,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string | undefined> {
  const { rows } = await client.query<AppliedMigration>(
    "select name, checksum, compatible_from from applied_migrations order by name",
  );
  const [next] = findMissing(migrations, rows);
  if (!next) return undefined;
  try {
    await client.query(next.sql);
    await client.query(
      "insert into applied_migrations (name, checksum, applied_at, compatible_from) " +
        "values ($1, $2, $3, $4)",
      [next.name, next.checksum, new Date(clock.nowMs()), compatibleFrom(next)],
    );
  } catch (error) {
    throw new Error(`migration ${next.name} failed`, { cause: error });
  }
  return next.name;
}

interface AppliedMigration {
  name: string;
  checksum: string;
  compatible_from: string | null;
}

/**
 * Returns the mark of a migration that older versions can work with: `-- compatible-from: 0045`, the newest migration
 * of the oldest such version. Adding a table, an index or a nullable column is compatible. Without the mark, older
 * versions refuse the database.
 */
function compatibleFrom({ sql }: Migration): string | null {
  return /^-- compatible-from: (\d{4})$/m.exec(sql)?.[1] ?? null;
}

/**
 * Gives the collation "C" to every text column of one table; returns whether it found one. Identifiers sort by creation
 * only if text compares by character code, which a database with a locale does not do. One collation lets joins between
 * text columns use indexes. Finds nothing if the database's own collation already compares that way, which `'a' < 'B'`
 * tests: it is false by character code.
 */
async function collateOneTable(client: PoolClient): Promise<boolean> {
  const { rows: tables } = await client.query<{ change: string }>(`
    select format('alter table %I %s', c.relname,
      string_agg(format('alter column %I type text collate "C"', a.attname), ', ')) as change
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.atttypid = 'text'::regtype
      and a.attcollation = 'pg_catalog."default"'::regcollation and 'a' < 'B'
    group by c.relname order by c.relname limit 1`);
  const [first] = tables;
  if (first) await client.query(first.change);
  return first !== undefined;
}

/** Returns the migrations that are not applied yet. Throws if the database does not match the files. */
function findMissing(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const ownNewest = migrations.at(-1)?.name.slice(0, 4) ?? "";
  for (const { name, checksum, compatible_from: from } of applied) {
    const file = known.get(name);
    const isOfNewerVersion = name.slice(0, 4) > ownNewest && from !== null && from <= ownNewest;
    if (file === undefined && isOfNewerVersion) continue;
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
