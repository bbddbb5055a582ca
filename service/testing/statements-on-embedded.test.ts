import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../platform/database/database.ts";
import { sentStatements, statementsFolder } from "./sent-statements.ts";
import { openTestDatabase, testDatabaseUrl } from "./test-database.ts";

const onEmbedded = statementsFolder && !testDatabaseUrl;
let database: Database;
beforeAll(async () => {
  if (onEmbedded) ({ database } = await openTestDatabase());
});
afterAll(() => database?.close());

/** Tables that tests of the store and of migrations make for themselves. The migrations make all others. */
const ownTables: ReadonlySet<string> = new Set([
  "four",
  "migrated",
  "more",
  "notes",
  "one",
  "other",
  "slow",
  "store_probe",
  "three",
  "two",
]);

/** Whether a statement is refused because of a table that only a test's own store has. */
function isOwnTable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const [, table = ""] = /relation "([^"]+)" does not exist/.exec(message ?? "") ?? [];
  return code === "42P01" && ownTables.has(table);
}

test.skipIf(!onEmbedded)(
  "the embedded store understands every statement that PostgreSQL has run",
  async () => {
    const statements = sentStatements(statementsFolder ?? "");
    expect(statements.length).toBeGreaterThan(400);
    const refused: string[] = [];
    for (const text of statements) {
      try {
        await sql.raw(`prepare one as ${text}`).execute(database.kysely);
        await sql.raw("deallocate one").execute(database.kysely);
      } catch (error) {
        if (isOwnTable(error)) continue;
        refused.push(`${String(error)}: ${text}`);
      }
    }
    expect(refused).toEqual([]);
  },
  240_000,
);
