/**
 * An empty, migrated store for each test service, in fractions of a second: a copy of the migrations' result, which is
 * emptied and used again. Embedded: a tar in the temporary folder, loaded into memory (reused-engines.ts). PostgreSQL
 * (`TESSERA_TEST_DATABASE_URL`): a template database (reused-databases.ts).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { Client } from "pg";
import { systemClock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { loadPostgres } from "../platform/database/durable-engine.ts";
import { wrapEngine } from "../platform/database/embedded-store.ts";
import { type Migration, migrate, readMigrations } from "../platform/database/migrate.ts";
import { guardAgainstNestedUse } from "../platform/database/pool-database.ts";
import { openPostgres } from "../platform/database/postgres-store.ts";
import { engineOf } from "../platform/database/store-engine.ts";
import { createLog } from "../platform/log.ts";
import { takeDatabase, urlOf } from "./reused-databases.ts";
import { takeEngine } from "./reused-engines.ts";
import { noteStatements, writeStatements } from "./sent-statements.ts";

/** Tests can create databases there; undefined to test the embedded store. */
export const testDatabaseUrl = process.env["TESSERA_TEST_DATABASE_URL"] || undefined;

/** On PostgreSQL, its URL lets a second service open it. */
export interface TestDatabase {
  database: Database;
  url: string | undefined;
}

/** Closing it drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  guardAgainstNestedUse();
  migrations ??= readMigrations();
  return testDatabaseUrl
    ? openPostgresCopy(testDatabaseUrl, await migrations)
    : { database: await openMemoryCopy(await migrations), url: undefined };
}

let migrations: ReturnType<typeof readMigrations> | undefined;

/** Databases opened a second time, with their URLs. */
const reopened = new Map<Database, string>();

/** An open store for a second service, which leaves it open when it closes. */
export function shareDatabase(database: Database): Database {
  return { ...database, close: async () => undefined };
}

/** Opens the database like a second service process. */
export function reopenTestDatabase(url: string): Database {
  const database = openPostgres(url, 5, createLog("silent"));
  reopened.set(database, url);
  return {
    ...database,
    async close() {
      reopened.delete(database);
      await database.close();
    },
  };
}

function checksumOf(migrations: readonly Migration[]): string {
  const all = migrations.map(({ checksum }) => checksum).join();
  // The runner creates tables, too.
  const runner = readFileSync(new URL("../platform/database/migrate.ts", import.meta.url), "utf8");
  return createHash("sha256").update(`${all}${runner}`).digest("hex").slice(0, 16);
}

/** PGlite zeroes the whole cache at each start. */
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=8MB"];

/** Compiled once per process. */
let parts: ReturnType<typeof readParts> | undefined;

async function openMemoryCopy(migrations: readonly Migration[]): Promise<Database> {
  const folder = join(tmpdir(), "tessera-test-templates");
  const path = join(folder, `pglite-0.5.16-slim-${checksumOf(migrations)}.tar`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const pglite = new PGlite();
    await pglite.waitReady;
    const database = wrapEngine(engineOf(pglite), () => undefined);
    await applyTo(database, migrations);
    // Otherwise every copy would replay the write-ahead log.
    await pglite.exec("checkpoint");
    const tar = await pglite.dumpDataDir("none");
    const ownPath = `${path}.${process.pid}`;
    writeFileSync(ownPath, withoutTemplates(Buffer.from(await tar.arrayBuffer())));
    renameSync(ownPath, path);
    await database.close();
  }
  const engine = await takeEngine(async () => {
    parts ??= readParts();
    const loadDataDir = new Blob([readFileSync(path)]);
    const pglite = new PGlite({ ...(await parts), startParams, loadDataDir });
    await pglite.waitReady;
    return pglite;
  });
  return wrapEngine(engine, () => undefined);
}

async function readParts() {
  const dist = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  return {
    pgliteWasmModule: await loadPostgres(),
    fsBundle: new Blob([readFileSync(join(dist, "pglite.data"))]),
  };
}

/** No test opens template0 and template1 (databases 4 and 1). */
function withoutTemplates(tar: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < tar.length; ) {
    const name = tar.toString("latin1", at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 135), 8) || 0;
    const end = at + 512 + Math.ceil(size / 512) * 512;
    if (!/^\/?base\/[14]\/./.test(name)) kept.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

async function applyTo(
  database: ReturnType<typeof wrapEngine>,
  migrations: readonly Migration[],
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await migrate(client, migrations, systemClock);
  } finally {
    client.release();
  }
}

async function openPostgresCopy(
  adminUrl: string,
  migrations: readonly Migration[],
): Promise<TestDatabase> {
  noteStatements();
  const { url, release } = await takeDatabase(adminUrl, (admin) =>
    makeTemplate(adminUrl, admin, migrations),
  );
  const database = openPostgres(url, 8, createLog("silent"));
  return {
    url,
    database: {
      ...database,
      async close() {
        writeStatements();
        await database.close();
        // A second process could still write to the next test's rows.
        await release({ isReusable: ![...reopened.values()].includes(url) });
      },
    },
  };
}

/** Returns its name. */
async function makeTemplate(
  adminUrl: string,
  admin: Client,
  migrations: readonly Migration[],
): Promise<string> {
  const template = `tessera_template_${checksumOf(migrations)}`;
  const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [
    template,
  ]);
  if (rowCount) return template;
  const unfinished = `${template}_new`;
  await admin.query(`drop database if exists ${unfinished}`);
  await admin.query(`create database ${unfinished}`);
  const database = openPostgres(urlOf(adminUrl, unfinished), 2, createLog("silent"));
  await applyTo(database, migrations);
  await database.close();
  await admin.query(`alter database ${unfinished} rename to ${template}`);
  return template;
}
