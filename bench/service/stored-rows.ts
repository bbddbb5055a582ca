/**
 * Finds the rows that the service stored for one intent or payment, and inserts copies without the service, with new
 * values in unique columns. It reads the schema from the database, so a migration needs no change here.
 */

export interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

interface Column {
  name: string;
  type: string;
  /** Whether the column is part of a unique index. */
  unique: boolean;
  /** The table that a foreign key references. */
  references: string | null;
}

/** One row, with every value as text. */
export interface StoredRow {
  table: string;
  columns: (Column & { value: string | null })[];
}

/** Returns every row that contains one of the ids, referenced rows first. */
export async function rowsContaining(client: Client, ids: string[]): Promise<StoredRow[]> {
  const { rows: tables } = await client.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const found: StoredRow[] = [];
  for (const { name } of tables) {
    const table = String(name);
    const columns = await columnsOf(client, table);
    const list = columns.map((column) => `"${column.name}"::text as "${column.name}"`).join(", ");
    const { rows } = await client.query(
      `select ${list} from "${table}" t where to_jsonb(t)::text like any ($1::text[])`,
      [ids.map((id) => `%${id}%`)],
    );
    for (const row of rows) {
      found.push({
        table,
        columns: columns.map((column) => ({ ...column, value: row[column.name] as string | null })),
      });
    }
  }
  const tablesFound = [...new Set(found.map(({ table }) => table))];
  const depth = (table: string, above: string[] = []): number => {
    const parents = found
      .filter((row) => row.table === table)
      .flatMap(({ columns }) => columns.flatMap(({ references }) => references ?? []))
      .filter((parent) => tablesFound.includes(parent) && ![table, ...above].includes(parent));
    return Math.max(0, ...parents.map((parent) => 1 + depth(parent, [...above, table])));
  };
  return found.sort((a, b) => depth(a.table) - depth(b.table));
}

async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique
               and a.attnum = any (i.indkey::int2[])) as "unique",
       (select c.confrelid::regclass::text from pg_constraint c where c.conrelid = a.attrelid
               and c.contype = 'f' and a.attnum = any (c.conkey) limit 1) as "references"
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity <> 'a'
     order by a.attnum`,
    [table],
  );
  return rows as unknown as Column[];
}

/** One statement that writes all rows, with new values for each turn. */
export interface BareStatement {
  text: string;
  /** `turn` must differ in each call, so that unique values stay unique. */
  values(turn: number): (string | null)[];
}

/**
 * Builds one statement with a CTE for each row: it inserts `inserted` and updates every column of `rewritten` that
 * holds no id. Unique values of `all`, the rows of the intent or payment, get a new suffix. All statements of a turn use
 * the same suffix, so references stay valid.
 */
export function bareStatement(
  all: StoredRow[],
  inserted: StoredRow[],
  rewritten: StoredRow[] = [],
): BareStatement {
  const fresh = freshValues(all);
  const slots: (string | null)[] = [];
  const inserts = inserted.map(({ table, columns }) => {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const places = columns.map(({ type, value }) => `$${slots.push(value)}::${type}`).join(", ");
    return `insert into "${table}" (${names}) values (${places})`;
  });
  const updates = rewritten.map(({ table, columns }) => {
    const assign = ({ name, type, value }: StoredRow["columns"][number]) =>
      `"${name}" = $${slots.push(value)}::${type}`;
    const isId = (column: StoredRow["columns"][number]) => fresh.has(column.value ?? "");
    const values = columns.filter((column) => !isId(column)).map(assign);
    const ids = columns.filter((column) => isId(column) && column.unique).map(assign);
    return `update "${table}" set ${values.join(", ")} where ${ids.join(" and ")}`;
  });
  const parts = [...inserts, ...updates];
  const last = parts.pop() ?? "select 1";
  const before = parts.map((part, at) => `r${at} as (${part})`).join(", ");
  return {
    text: before ? `with ${before} ${last}` : last,
    values: (turn) => slots.map((value) => withSuffix(value, fresh, turn)),
  };
}

/** Builds statements that copy the rows `count` times inside the store, to fill tables. */
export function bareCopies(rows: StoredRow[], from: number, count: number): string[] {
  const fresh = freshValues(rows);
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return rows.map(({ table, columns }) => {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(({ type, value }) => {
      if (value === null) return `null::${type}`;
      if (!fresh.has(value)) return `${quote(value)}::${type}`;
      const prefix = value.slice(0, -suffixLength);
      return `(${quote(prefix)} || lpad(n::text, ${suffixLength}, '0'))::${type}`;
    });
    return `insert into "${table}" (${names}) select ${values.join(", ")} from generate_series(${from}, ${from + count - 1}) n`;
  });
}

const suffixLength = 9;

/** The ids in unique columns, recognized by their length, except ids of rows that are not copied. */
function freshValues(rows: StoredRow[]): Set<string> {
  const copied = new Set(rows.map(({ table }) => table));
  const columns = rows.flatMap((row) => row.columns);
  const fresh = new Set<string>();
  for (const { unique, value, type } of columns) {
    const isText = /^(text|character|uuid)/.test(type);
    if (unique && isText && value && value.length > 2 * suffixLength) fresh.add(value);
  }
  for (const { references, value } of columns) {
    if (value && references && !copied.has(references)) fresh.delete(value);
  }
  return new Set([...fresh].filter((value) => !value.startsWith("op_")));
}

function withSuffix(value: string | null, fresh: Set<string>, turn: number): string | null {
  if (value === null || !fresh.has(value)) return value;
  return value.slice(0, -suffixLength) + String(turn).padStart(suffixLength, "0");
}
