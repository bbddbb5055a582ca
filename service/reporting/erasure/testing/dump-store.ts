import { sql } from "kysely";
import type { PayoutWorld } from "../../../payouts/testing/payout-world.ts";

/** Rows by table, values as text. */
export type Dump = Map<string, Record<string, string | null>[]>;

/** The store as someone without any key sees it. */
export async function dumpStore({ service }: PayoutWorld): Promise<Dump> {
  const { kysely } = service.deps.database;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(kysely);
  const dump: Dump = new Map();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t`.execute(kysely);
    dump.set(
      name,
      rows.map(({ row }) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            column,
            value === null || typeof value === "string" ? value : JSON.stringify(value),
          ]),
        ),
      ),
    );
  }
  return dump;
}

export async function columnsOf({ service }: PayoutWorld): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`.execute(service.deps.database.kysely);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}
