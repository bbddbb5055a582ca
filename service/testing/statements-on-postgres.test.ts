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
        // A table that a test made for itself: the embedded store has run the statement, so it exists there.
        if ((error as { code?: string }).code === "42P01") continue;
        refused.push(`${String(error)}: ${text}`);
      }
    }
    expect(refused).toEqual([]);
  },
  240_000,
);
