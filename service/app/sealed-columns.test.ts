import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../platform/database/database.ts";
import { readColumns } from "../testing/dump-schema.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { sealedTables } from "./sealed-columns.ts";

let database: Database;
beforeAll(async () => {
  ({ database } = await openTestDatabase());
});
afterAll(() => database.close());

test("the domains declare every sealed column of the schema, and nothing else", async () => {
  const inSchema = (await readColumns(database))
    .filter(({ column }) => column.endsWith("_sealed"))
    .map(({ table, column }) => `${table}.${column}`);
  const listed = sealedTables.flatMap(({ table, columns }) =>
    columns.filter(({ path }) => !path).map(({ column }) => `${table}.${column}`),
  );
  expect(inSchema.length).toBeGreaterThan(40);
  expect(listed.sort()).toEqual(inSchema.sort());
});

test("each table is declared with its primary key and, if it has no operator_id, with the table that has it", async () => {
  const { rows } = await sql<{ table: string; key: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int)) as key
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary and c.relnamespace = current_schema()::regnamespace group by c.relname`.execute(
    database.kysely,
  );
  const keys = new Map(rows.map(({ table, key }) => [table, key]));
  const columns = await readColumns(database);
  const has = (table: string, name: string) =>
    columns.some((column) => column.table === table && column.column === name);
  for (const { table, key, operatorIn } of sealedTables) {
    expect([table, key]).toEqual([table, keys.get(table)]);
    expect([table, has(operatorIn?.table ?? table, "operator_id")]).toEqual([table, true]);
    if (operatorIn) expect(keys.get(operatorIn.table)).toEqual([operatorIn.by]);
  }
});
