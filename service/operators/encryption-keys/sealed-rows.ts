import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { SealedColumn, SealedTable } from "../../platform/secrets/sealed-columns.ts";

/** The values in the order of the key's columns. */
export type RowKey = readonly (string | number)[];

/** A row with values that the active version did not seal. */
export interface StaleRow {
  readonly key: RowKey;
  readonly operatorId: string;
  /** The row's `FieldPlace.id`. */
  readonly id: string;
  /** Values by column index; null if there is none, or if the active version sealed it. */
  readonly stale: readonly (string | null)[];
  /** Versions that are retired, so that they should be unused by now. */
  readonly lateVersions: readonly number[];
}

/** Maximum number of rows that one step reads, stale or not. */
const pageRows = 1000;
const defaultRowsAtOnce = 100;

/** `next` is null at the table's end. */
export interface StalePage {
  readonly rows: readonly StaleRow[];
  readonly next: RowKey | null;
}

/** Reads all operators' rows after `after`. Versions retired before `lateBefore` should no longer occur. */
export async function readStale(
  database: Database,
  table: SealedTable,
  after: RowKey | null,
  lateBefore: Date,
): Promise<StalePage> {
  const key = tuple(table.key.map((name) => sql.ref(`t.${name}`)));
  const from = sql`${sql.table(table.table)} t`;
  const isAfter = after ? sql`${key} > ${tuple(after.map((part) => sql`${part}`))}` : sql`true`;
  const keyColumns = table.key.map((name, at) => sql`t.${sql.ref(name)} as ${sql.ref(`k${at}`)}`);
  const end = await sql<Record<string, string | number>>`select ${sql.join(keyColumns)} from ${from}
    where ${isAfter} order by ${sql.join(table.key.map((name) => sql.ref(`t.${name}`)))}
    limit 1 offset ${sql.lit(pageRows - 1)}`.execute(database.kysely);
  const last = end.rows[0] ? keyOf(table, end.rows[0]) : null;
  const isBefore = last ? sql`${key} <= ${tuple(last.map((part) => sql`${part}`))}` : sql`true`;

  const rowsAtOnce = table.rowsAtOnce ?? defaultRowsAtOnce;
  const idColumns = (table.id ?? table.key).map(
    (name, at) => sql`t.${sql.ref(name)}::text as ${sql.ref(`i${at}`)}`,
  );
  const isStale = table.columns.map(
    (column) =>
      sql`coalesce(split_part(left(${sealedIn(column)}, 12), '.', 1) <> d.key_version::text, false)`,
  );
  const values = table.columns.map(
    (column, at) =>
      sql`case when ${isStale[at]} then ${sealedIn(column)} end as ${sql.ref(`v${at}`)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`select
      ${sql.join([...keyColumns, ...idColumns, ...values])},
      ${sql.ref(`${ownerOf(table)}.operator_id`)} as operator_id,
      array(select r.key_version from data_keys r where r.operator_id = d.operator_id
        and r.state = 'retiring' and r.retired_at <= ${lateBefore}) as late_versions
    from ${from} ${joinOwner(table)}
    join data_keys d on d.operator_id = ${sql.ref(`${ownerOf(table)}.operator_id`)} and d.state = 'active'
    where ${isAfter} and ${isBefore} and (${sql.join(isStale, sql` or `)})
    order by ${sql.join(table.key.map((name) => sql.ref(`t.${name}`)))}
    limit ${sql.lit(rowsAtOnce)}`.execute(database.kysely);
  const found = rows.map((row) => toStaleRow(table, row));
  const lastFound = found.at(-1);
  return { rows: found, next: found.length === rowsAtOnce && lastFound ? lastFound.key : last };
}

/** Replaces the sealed values; false if they changed since they were read, or the row is gone. */
export async function replaceSealed(
  database: Database,
  table: SealedTable,
  row: StaleRow,
  fresh: readonly (string | null)[],
): Promise<boolean> {
  const changed = table.columns.flatMap((column, at) => {
    const [old, value] = [row.stale[at], fresh[at]];
    return typeof old === "string" && typeof value === "string" ? [{ column, old, value }] : [];
  });
  if (changed.length === 0) return true;
  const operator = table.operatorIn ? sql`true` : sql`t.operator_id = ${row.operatorId}`;
  const key = table.key.map((name, at) => sql`${sql.ref(`t.${name}`)} = ${row.key[at]}`);
  const same = changed.map(({ column, old }) => sql`${sealedIn(column)} = ${old}`);
  const { numAffectedRows } = await sql`update ${sql.table(table.table)} t
    set ${sql.join(changed.map(({ column, value }) => assign(column, value)))}
    where ${sql.join([...key, operator, ...same], sql` and `)}`.execute(database.kysely);
  return numAffectedRows === 1n;
}

const tuple = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts)})`;

const pathOf = (path: readonly string[]) => sql.lit(`{${path.join(",")}}`);

function sealedIn({ column, path }: SealedColumn): RawBuilder<unknown> {
  const whole = sql.ref(`t.${column}`);
  return path ? sql`(${whole} #>> ${pathOf(path)}::text[])` : whole;
}

function assign({ column, path }: SealedColumn, value: string): RawBuilder<unknown> {
  const name = sql.ref(column);
  if (!path) return sql`${name} = ${value}`;
  return sql`${name} = jsonb_set(t.${name}, ${pathOf(path)}::text[], to_jsonb(${value}::text))`;
}

/** The table that names the operator. */
const ownerOf = ({ operatorIn }: SealedTable) => (operatorIn ? "o" : "t");

function joinOwner({ operatorIn }: SealedTable): RawBuilder<unknown> {
  if (!operatorIn) return sql``;
  const [one, other] = [sql.ref(`o.${operatorIn.by}`), sql.ref(`t.${operatorIn.by}`)];
  return sql`join ${sql.table(operatorIn.table)} o on ${one} = ${other}`;
}

function keyOf(table: SealedTable, row: Record<string, unknown>): RowKey {
  return table.key.map((_, at) => row[`k${at}`] as string | number);
}

function toStaleRow(table: SealedTable, row: Record<string, unknown>): StaleRow {
  const id = (table.id ?? table.key).map((_, at) => row[`i${at}`] as string);
  return {
    key: keyOf(table, row),
    operatorId: row["operator_id"] as string,
    id: id.join(table.idSeparator ?? ":"),
    stale: table.columns.map((_, at) => (row[`v${at}`] ?? null) as string | null),
    lateVersions: row["late_versions"] as number[],
  };
}
