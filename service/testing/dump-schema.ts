import type { Database } from "../platform/database/database.ts";

export interface SchemaColumn {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  defaultValue: string | null;
}

export async function readColumns(database: Database): Promise<SchemaColumn[]> {
  const { rows } = await database.run<SchemaColumn>(
    {
      name: "test.columns",
      text:
        'select c.relname as "table", a.attname as "column", ' +
        'format_type(a.atttypid, a.atttypmod) as "type", not a.attnotnull as "nullable", ' +
        'pg_get_expr(d.adbin, d.adrelid) as "defaultValue" ' +
        "from pg_class c join pg_namespace n on n.oid = c.relnamespace " +
        "join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped " +
        "left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum " +
        "where n.nspname = 'public' and c.relkind = 'r' order by c.relname, a.attnum",
    },
    [],
  );
  return rows;
}

/**
 * Returns the schema for review, the same on the embedded store and every version of PostgreSQL: omits not-null
 * constraints, which only version 18 lists and which the columns show.
 */
export async function dumpSchema(database: Database): Promise<string> {
  const columns = await readColumns(database);
  const constraints = await database.run<{ table: string; text: string }>(
    {
      name: "test.constraints",
      text:
        'select c.relname as "table", k.conname || \' \' || pg_get_constraintdef(k.oid) as "text" ' +
        "from pg_constraint k join pg_class c on c.oid = k.conrelid " +
        "join pg_namespace n on n.oid = c.relnamespace " +
        "where n.nspname = 'public' and k.contype <> 'n' order by c.relname, k.conname",
    },
    [],
  );
  const indexes = await database.run<{ table: string; text: string }>(
    {
      name: "test.indexes",
      text:
        'select tablename as "table", indexdef as "text" from pg_indexes ' +
        "where schemaname = 'public' order by tablename, indexname",
    },
    [],
  );
  const tables = [...new Set(columns.map(({ table }) => table))];
  const blocks = tables.map((table) => {
    const own = <Row extends { table: string }>(rows: Row[]) =>
      rows.filter((row) => row.table === table);
    return [
      table,
      ...own(columns).map(
        ({ column, type, nullable, defaultValue }) =>
          `  ${column} ${type}${nullable ? "" : " not null"}${defaultValue ? ` default ${defaultValue}` : ""}`,
      ),
      ...own(constraints.rows).map(({ text }) => `  constraint ${text}`),
      ...own(indexes.rows).map(({ text }) => `  ${text.replace(/ ON public\./, " ON ")}`),
    ].join("\n");
  });
  return `${blocks.join("\n\n")}\n`;
}
