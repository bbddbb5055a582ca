import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../platform/database/database.ts";
import { sentStatements, statementsFolder } from "./sent-statements.ts";
import { openTestDatabase, testDatabaseUrl } from "./test-database.ts";

const onEmbedded = statementsFolder && !testDatabaseUrl;
let database: Database;
beforeAll(async () => {
  if (!testDatabaseUrl) ({ database } = await openTestDatabase());
});
afterAll(() => database?.close());

/** Tables that tests of the store and of migrations make. */
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

/** Whether the error is about a table that a test made. */
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

interface Plan {
  "Node Type": string;
  Alias?: string;
  Plans?: Plan[];
}

/** PostgreSQL may run a subquery of `in` more than once (machine-lease.ts). */
function locksInSubquery(plan: Plan, isInSubquery = false): boolean {
  if (isInSubquery && plan["Node Type"] === "LockRows") return true;
  return (plan.Plans ?? []).some((each) =>
    locksInSubquery(each, isInSubquery || plan.Alias === "ANY_subquery"),
  );
}

async function planOf(text: string): Promise<Plan> {
  const { rows } = await sql
    .raw<{ "QUERY PLAN": [{ Plan: Plan }] }>(`explain (generic_plan, format json) ${text}`)
    .execute(database.kysely);
  const [root] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!root) throw new Error(`no plan of ${text}`);
  return root.Plan;
}

test.skipIf(testDatabaseUrl)("a subquery that locks rows is found", async () => {
  const due = "select refund_id from refunds order by next_check_at limit 2 for update skip locked";
  const update = "update refunds set next_check_at = $1";
  const isFound = async (text: string) => locksInSubquery(await planOf(text));
  expect(await isFound(`${update} where refund_id in (${due})`)).toBe(true);
  expect(
    await isFound(`with due as (${due}) ${update} where refund_id in (select refund_id from due)`),
  ).toBe(false);
});

test.skipIf(!onEmbedded)(
  "no statement chooses the rows that it locks in a subquery of `in`",
  async () => {
    const locking = sentStatements(statementsFolder ?? "").filter((text) =>
      /\bfor (no key update|update|share|key share)\b/i.test(text),
    );
    expect(locking.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const text of locking) {
      try {
        if (locksInSubquery(await planOf(text))) wrong.push(text);
      } catch (error) {
        if (!isOwnTable(error)) throw error;
      }
    }
    expect(wrong).toEqual([]);
  },
);
