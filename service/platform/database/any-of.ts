import { type RawBuilder, sql } from "kysely";

/**
 * `any` of the values, for `.where(column, "=", anyOf(ids))`. They are one parameter. `in` has one per value, and
 * PostgreSQL accepts at most 65,535.
 */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...values]}::text[])`;
}
