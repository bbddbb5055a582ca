import { type RawBuilder, sql } from "kysely";

/**
 * `any` of the values, for `.where(column, "=", anyOf(ids))`. They are one parameter. `in` has one per value, and
 * PostgreSQL accepts at most 65,535.
 */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...values]}::text[])`;
}

/** The column's place in the values, for `.orderBy(placeIn(ids, column))` with {@link anyOf}. */
export function placeIn(values: readonly string[], column: string): RawBuilder<number> {
  return sql<number>`array_position(${[...values]}::text[], ${sql.ref(column)})`;
}
