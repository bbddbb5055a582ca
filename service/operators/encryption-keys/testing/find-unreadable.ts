import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";

export interface SealedValues {
  count: number;
  /** `table.column` of values that cannot be decrypted at their domain's place. */
  unreadable: string[];
  /** `table.column` of columns with at least one value. */
  columns: ReadonlySet<string>;
  versions: ReadonlySet<number>;
}

/** Opens every sealed value with a process's keys. */
export async function readAllSealed(deps: {
  database: Database;
  keyring: Keyring;
}): Promise<SealedValues> {
  const found = { count: 0, unreadable: [] as string[] };
  const [columns, versions] = [new Set<string>(), new Set<number>()];
  for (const { table, key, id = key, idSeparator = ":", operatorIn, columns: all } of deps.keyring
    .sealedTables) {
    const from = operatorIn
      ? sql`${sql.table(table)} join ${sql.table(operatorIn.table)} o using (${sql.ref(operatorIn.by)})`
      : sql.table(table);
    for (const { column, sealedAs = column, path } of all) {
      const value = path
        ? sql`${sql.ref(column)} #>> ${sql.lit(`{${path.join(",")}}`)}::text[]`
        : sql.ref(`${table}.${column}`);
      const place = sql.join(
        id.map((name) => sql`${sql.ref(`${table}.${name}`)}::text`),
        sql` || ${sql.lit(idSeparator)} || `,
      );
      const owner = sql.ref(`${operatorIn ? "o" : table}.operator_id`);
      const { rows } = await sql<{ owner: string; id: string; value: string }>`
        select ${owner} as owner, ${place} as id, ${value} as value from ${from}
        where ${value} is not null`.execute(deps.database.kysely);
      for (const row of rows) {
        found.count += 1;
        columns.add(`${table}.${column}`);
        versions.add(Number(row.value.split(".", 1)[0]));
        try {
          await deps.keyring.load(row.owner);
          deps.keyring.decryptField(
            { operatorId: row.owner, table, column: sealedAs, id: row.id },
            row.value,
          );
        } catch (error) {
          found.unreadable.push(`${table}.${column}: ${String(error)}`);
        }
      }
    }
  }
  return { ...found, columns, versions };
}
