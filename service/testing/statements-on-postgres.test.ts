import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentStatements, statementsFolder } from "./sent-statements.ts";
import { openTestDatabase, type TestDatabase, testDatabaseUrl } from "./test-database.ts";

const onPostgres = statementsFolder && testDatabaseUrl;
let store: TestDatabase;
let client: Client;
beforeAll(async () => {
  if (!onPostgres) return;
  store = await openTestDatabase();
  client = new Client({ connectionString: store.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await store?.database.close();
});

/** Tables that tests of the store and of migrations make for themselves. PostgreSQL has all others. */
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

test.skipIf(!onPostgres)(
  "PostgreSQL understands every statement that the embedded store has run",
  async () => {
    const statements = sentStatements(statementsFolder ?? "");
    expect(statements.length).toBeGreaterThan(400);
    const refused: string[] = [];
    for (const text of statements) {
      try {
        await client.query(`prepare one as ${text}`);
        await client.query("deallocate one");
      } catch (error) {
        if (isOwnTable(error)) continue;
        refused.push(`${String(error)}: ${text}`);
      }
    }
    expect(refused).toEqual([]);
  },
  240_000,
);
